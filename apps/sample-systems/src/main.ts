/**
 * The sample systems as a process: `SAMPLE_SHOP_PORT` (4101), `SAMPLE_ERP_PORT` (4102), `SAMPLE_ORDERS` (250).
 * Prints one line of JSON, `{shop_url, erp_url}`, once both listen. Ends on SIGTERM, on Ctrl-C in a terminal of its own, and
 * when the parent that started it with an IPC channel is gone.
 */
import { startSampleSystems } from './start.js';

async function main(): Promise<void> {
  const systems = await startSampleSystems({
    shopPort: fromEnvironment('SAMPLE_SHOP_PORT', 4101),
    erpPort: fromEnvironment('SAMPLE_ERP_PORT', 4102),
    orders: fromEnvironment('SAMPLE_ORDERS', 250),
  });
  const end = () => {
    void systems.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'disconnect'] as const) process.once(signal, end);
  // Ctrl-C reaches every process of the terminal; a parent that may still drain its work ends us itself.
  process.on('SIGINT', () => process.connected || end());
  process.stdout.write(`${JSON.stringify({ shop_url: systems.shopUrl, erp_url: systems.erpUrl })}\n`);
}

function fromEnvironment(name: string, fallback: number): number {
  const text = process.env[name]?.trim();
  if (!text) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}

main().catch((error: Error) => {
  process.stderr.write(`The sample systems did not start: ${error.message}\n`);
  process.exit(1);
});
