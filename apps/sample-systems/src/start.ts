/** Starts the sample shop and the sample ERP in this process; used by tests, benches and `main.ts`. */
import { Erp } from './erp/erp.js';
import { Shop } from './shop/shop.js';

export interface SampleSystemsOptions {
  /** 0 (default): any free port. */
  shopPort?: number;
  erpPort?: number;
  /** How many orders the shop has; 250 by default. */
  orders?: number;
  /** Plants three bad orders (default true). */
  faults?: boolean;
  tokenLifetimeSeconds?: number;
  /** How long the ERP takes for each write. */
  erpLatencyMs?: number;
}

export interface SampleSystems {
  shopUrl: string;
  erpUrl: string;
  shop: Shop;
  erp: Erp;
  stop(): Promise<void>;
}

export async function startSampleSystems(options: SampleSystemsOptions = {}): Promise<SampleSystems> {
  const lifetime = options.tokenLifetimeSeconds ?? 3600;
  const shop = new Shop({ count: options.orders ?? 250, hasFaults: options.faults ?? true }, lifetime);
  const erp = new Erp(lifetime, options.erpLatencyMs ?? 0);
  const shopServer = await shop.listen(options.shopPort ?? 0);
  try {
    const erpServer = await erp.listen(options.erpPort ?? 0);
    const stop = async () => void (await Promise.all([shopServer.stop(), erpServer.stop()]));
    return { shopUrl: shopServer.url, erpUrl: erpServer.url, shop, erp, stop };
  } catch (error) {
    await shopServer.stop();
    throw error;
  }
}
