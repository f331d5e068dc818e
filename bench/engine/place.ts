/** A shop and an ERP: the sample systems in a process of their own, and how to reach them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Place {
  shopUrl: string;
  erpUrl: string;
  shopToken: string;
  erpToken: string;
}

export async function startSystems(orders: number): Promise<{ place: Place; stop: () => void }> {
  const child = fork(join('dist', 'bench', 'engine', 'systems.js'), {
    env: { ...process.env, BENCH_ORDERS: String(orders) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!child.stdout) throw new Error('no output of the sample systems');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { shop_url, erp_url } = JSON.parse(line) as { shop_url: string; erp_url: string };
  const place = {
    shopUrl: shop_url,
    erpUrl: erp_url,
    shopToken: await tokenOf(shop_url, 'sample-shop-client', 'sample-shop-secret'),
    erpToken: await tokenOf(erp_url, 'sample-erp-client', 'sample-erp-secret'),
  };
  return { place, stop: () => child.disconnect() };
}

async function tokenOf(url: string, client_id: string, client_secret: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

export async function emptyErp(place: Place): Promise<void> {
  const headers = { authorization: `Bearer ${place.erpToken}` };
  await fetch(`${place.erpUrl}/sales-orders`, { method: 'DELETE', headers });
}

export function median(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
