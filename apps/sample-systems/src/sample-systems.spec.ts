/** The sample systems over HTTP, as a client sees them. */
import { createHash } from 'node:crypto';
import { startSampleSystems, type SampleSystems } from './start.js';

/** What the answers under test may hold. */
interface Answer {
  orders: { id: number; updated_at: string }[];
  sales_orders: unknown[];
  results: { ok: boolean }[];
  next_cursor: string | null;
  updated_at: string;
}

let systems: SampleSystems;
beforeAll(async () => {
  systems = await startSampleSystems();
});
afterAll(() => systems.stop());
beforeEach(() => systems.erp.ledger.clear());

const shopClient = { client_id: 'sample-shop-client', client_secret: 'sample-shop-secret' };

async function post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
  };
}

async function tokenOf(url: string, id: string, secret: string): Promise<string> {
  const { body } = await post(`${url}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  return body.access_token;
}

const shopToken = () => tokenOf(systems.shopUrl, 'sample-shop-client', 'sample-shop-secret');
const erpToken = () => tokenOf(systems.erpUrl, 'sample-erp-client', 'sample-erp-secret');

async function call(url: string, token: string, init: RequestInit = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(init.headers as object),
  };
  const response = await fetch(url, { ...init, headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

describe('the token endpoint', () => {
  const tokenUrl = () => `${systems.shopUrl}/oauth/token`;
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  test('gives a token for client credentials in the body and as Basic, never cached', async () => {
    const inBody = await post(tokenUrl(), { grant_type: 'client_credentials', ...shopClient });
    expect(inBody).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3600 } });
    expect(inBody.headers.get('cache-control')).toBe('no-store');
    const asBasic = await post(
      tokenUrl(),
      { grant_type: 'client_credentials' },
      basic('sample-shop-client', 'sample-shop-secret'),
    );
    expect(asBasic.status).toBe(200);
    expect(asBasic.body.refresh_token).toBeUndefined();
  });

  test('refuses both methods at once, a wrong secret, an unknown grant, an unknown scope', async () => {
    const both = await post(
      tokenUrl(),
      { grant_type: 'client_credentials', ...shopClient },
      basic('sample-shop-client', 'sample-shop-secret'),
    );
    expect(both).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const wrong = await post(
      tokenUrl(),
      { grant_type: 'client_credentials' },
      basic('sample-shop-client', 'no'),
    );
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(wrong.headers.get('www-authenticate')).toContain('Basic');
    expect(await post(tokenUrl(), { grant_type: 'constructor', ...shopClient })).toMatchObject({
      body: { error: 'unsupported_grant_type' },
    });
    const scope = await post(tokenUrl(), {
      grant_type: 'client_credentials',
      scope: 'everything',
      ...shopClient,
    });
    expect(scope).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });

  test('a refresh token is good once; its re-use ends what came of it', async () => {
    const login = {
      grant_type: 'password',
      username: 'shop@example.com',
      password: 'sample-password',
      ...shopClient,
    };
    expect((await post(tokenUrl(), { ...login, password: 'no' })).body.error).toBe('invalid_grant');
    const first = await post(tokenUrl(), login);
    const second = await post(tokenUrl(), {
      grant_type: 'refresh_token',
      refresh_token: first.body.refresh_token,
      ...shopClient,
    });
    expect((await call(`${systems.shopUrl}/shop`, second.body.access_token)).status).toBe(200);
    const again = await post(tokenUrl(), {
      grant_type: 'refresh_token',
      refresh_token: first.body.refresh_token,
      ...shopClient,
    });
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const third = await post(tokenUrl(), {
      grant_type: 'refresh_token',
      refresh_token: second.body.refresh_token,
      ...shopClient,
    });
    expect(third.body.error).toBe('invalid_grant');
  });

  test('a code with PKCE comes back with the state as it was and is good once', async () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const request = new URLSearchParams({
      ...{
        response_type: 'code',
        client_id: 'sample-shop-public',
        redirect_uri: 'http://127.0.0.1:9/oauth/callback',
        state: 'a b&c',
      },
      ...{
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      },
    });
    const page = await fetch(`${systems.shopUrl}/oauth/authorize?${request.toString()}`);
    expect(await page.text()).toContain('sample-shop-public');
    const form = {
      request: request.toString(),
      decision: 'allow',
      username: 'shop@example.com',
      password: 'sample-password',
    };
    const denied = await post(`${systems.shopUrl}/oauth/authorize`, { ...form, decision: 'deny' });
    expect(new URL(denied.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
    const allowed = new URL(
      (await post(`${systems.shopUrl}/oauth/authorize`, form)).headers.get('location') ?? '',
    );
    expect(allowed.searchParams.get('state')).toBe('a b&c');

    const exchange = {
      ...{
        grant_type: 'authorization_code',
        code: allowed.searchParams.get('code') ?? '',
        client_id: 'sample-shop-public',
      },
      ...{ redirect_uri: 'http://127.0.0.1:9/oauth/callback', code_verifier: verifier },
    };
    const token = await post(tokenUrl(), exchange);
    expect(token).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', refresh_token: expect.any(String) },
    });
    expect(await post(tokenUrl(), exchange)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await call(`${systems.shopUrl}/shop`, token.body.access_token)).status).toBe(401);
  });
});

describe('the shop', () => {
  test('answers nobody without a token, and takes it in the URL too', async () => {
    expect((await fetch(`${systems.shopUrl}/orders`)).status).toBe(401);
    expect((await fetch(`${systems.shopUrl}/orders?access_token=${await shopToken()}`)).status).toBe(200);
  });

  test('has 250 different orders in pages, in cursor pages and changed since a time, the same each time', async () => {
    const token = await shopToken();
    const ids = new Set<number>();
    for (let page = 1; page <= 5; page++) {
      const { body } = await call(`${systems.shopUrl}/orders?page=${page}&page_size=50`, token);
      expect(body).toMatchObject({ total: 250, total_pages: 5, has_more: page < 5 });
      for (const order of body.orders) ids.add(order.id);
    }
    expect(ids.size).toBe(250);

    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Answer } = await call(
        `${systems.shopUrl}/orders?limit=60&cursor=${cursor}`,
        token,
      );
      seen.push(...body.orders.map((order) => order.id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([...ids]);

    const { body: last } = await call(`${systems.shopUrl}/orders/100250`, token);
    const { body: since } = await call(`${systems.shopUrl}/orders?updated_since=${last.updated_at}`, token);
    expect(since.orders).toEqual([last]);
  });

  test('keeps what is written back to an order', async () => {
    const token = await shopToken();
    const written = await call(`${systems.shopUrl}/orders/100003`, token, {
      method: 'PUT',
      body: '{"erp_number":"SO-1"}',
    });
    expect(written).toMatchObject({ status: 200, body: { id: 100003, erp_number: 'SO-1' } });
    expect(
      (await call(`${systems.shopUrl}/orders/100003`, token, { method: 'PUT', body: '{"total":1}' })).status,
    ).toBe(422);
  });
});

describe('the ERP', () => {
  const party = { name: 'A', street: 'B 1', postal_code: '1', city: 'C', country: 'DE' };
  const good = {
    ...{
      external_reference: 'S-1',
      order_date: '2026-01-31',
      currency: 'EUR',
      channel: 'web',
      warehouse: 'MAIN',
      payment_terms: 'PREPAID',
    },
    ...{ customer: { name: 'A B', email: 'a@example.com' }, bill_to: party, ship_to: party },
    lines: [
      {
        ...{
          line_number: 1,
          article: 'TEA-GREEN',
          description: 'Tea',
          quantity: 2,
          unit_price: 6.45,
          tax_rate: 7,
          net_amount: 12.9,
        },
        taxes: [{ code: 'VAT', rate: 7, amount: 0.9 }],
      },
    ],
    ...{ shipping_amount: 0, tax_amount: 0.9, total_amount: 13.8 },
  };
  const book = async (order: unknown, headers = {}) =>
    call(`${systems.erpUrl}/sales-orders`, await erpToken(), {
      method: 'POST',
      body: JSON.stringify(order),
      headers,
    });

  test('books a good order and can be asked for it by its reference', async () => {
    expect(await book(good)).toMatchObject({
      status: 201,
      body: { document_number: 'SO-0000001', external_reference: 'S-1' },
    });
    const { body } = await call(`${systems.erpUrl}/sales-orders?external_reference=S-1`, await erpToken());
    expect(body.sales_orders).toHaveLength(1);
  });

  test.each([
    ['a missing field', { ...good, currency: undefined }, 'currency', 'required'],
    ['money as text', { ...good, tax_amount: '0.90' }, 'tax_amount', 'wrong_type'],
    ['a day that is not', { ...good, order_date: '2026-02-30' }, 'order_date', 'bad_format'],
    [
      'an unknown article',
      { ...good, lines: [{ ...good.lines[0], article: 'X' }] },
      'lines[0].article',
      'unknown_article',
    ],
    ['a wrong sum', { ...good, total_amount: 13.81 }, 'total_amount', 'wrong_sum'],
    ['an unknown field', { ...good, colour: 'red' }, 'colour', 'unknown_field'],
  ])('refuses %s and names the field', async (_, order, field, code) => {
    expect(await book(order)).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', details: [{ field, code }] },
    });
  });

  test('acts once for an idempotency key, each time without one', async () => {
    const first = await book(good, { 'idempotency-key': 'k1' });
    const second = await book(good, { 'idempotency-key': 'k1' });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    await book(good);
    expect(systems.erp.ledger.counts()).toMatchObject({
      total: 2,
      references: 1,
      duplicates: 1,
      replayed: 1,
    });
  });

  test('books the good ones of a batch, or none when it is atomic', async () => {
    const body = JSON.stringify({
      sales_orders: [good, { ...good, currency: 'euro' }, { ...good, external_reference: 'S-2' }],
    });
    const token = await erpToken();
    const atomic = await call(`${systems.erpUrl}/sales-orders/batch?atomic=true`, token, {
      method: 'POST',
      body,
    });
    expect(atomic).toMatchObject({ status: 422, body: { details: [{ field: 'sales_orders[1].currency' }] } });
    expect(systems.erp.ledger.counts().total).toBe(0);
    const each = await call(`${systems.erpUrl}/sales-orders/batch`, token, { method: 'POST', body });
    expect(each.body.results.map((result) => result.ok)).toEqual([true, false, true]);
    expect(systems.erp.ledger.counts().total).toBe(2);
  });
});
