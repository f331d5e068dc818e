/** The sample systems as a process of its own, without planted faults: `BENCH_ORDERS`. Prints `{shop_url, erp_url}`. */
import { startSampleSystems } from '../../apps/sample-systems/src/start.js';

async function main(): Promise<void> {
  const systems = await startSampleSystems({ orders: Number(process.env.BENCH_ORDERS), faults: false });
  process.once('disconnect', () => void systems.stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ shop_url: systems.shopUrl, erp_url: systems.erpUrl })}\n`);
}

void main();
