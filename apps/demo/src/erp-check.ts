/** Asks the ERP itself what arrived, past the service: the closing table is checked against this. */

export interface ErpCounts {
  total: number;
  references: number;
  duplicates: number;
  rejected: number;
}

export const erpClient = { client_id: 'sample-erp-client', client_secret: 'sample-erp-secret' };

export async function countAtErp(erpUrl: string): Promise<ErpCounts> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...erpClient });
  const token = (await readJson(await fetch(`${erpUrl}/oauth/token`, { method: 'POST', body: form }))) as {
    access_token: string;
  };
  const headers = { authorization: `Bearer ${token.access_token}` };
  return (await readJson(await fetch(`${erpUrl}/sales-orders/count`, { headers }))) as ErpCounts;
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok)
    throw new Error(`The ERP answered ${response.status} to ${new URL(response.url).pathname}.`);
  return response.json();
}
