/** The loop somebody would write by hand: fetch a page, map, post, 16 requests in flight; no ledger, no retries. */
import { Agent, request } from 'node:http';
import type { Place } from './place.js';

const IN_FLIGHT = 16;
const PAGE = 250;
const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });

interface ShopOrder {
  order_number: string;
  created_at: string;
  requested_delivery_date: string | null;
  currency: string;
  channel: string;
  note: string | null;
  payment: { method: string };
  shipping: { method: string; cost: string };
  customer: {
    first_name: string;
    last_name: string;
    email: string;
    phone: string | null;
    vat_id: string | null;
  };
  billing_address: Address;
  shipping_address: Address;
  line_items: Line[];
  totals: { tax: string; grand_total: string };
}

interface Address {
  name: string;
  street: string;
  street2: string | null;
  zip: string;
  city: string;
  country_code: string;
}

interface Line {
  sku: string;
  name: string;
  quantity: number;
  unit_price: string;
  tax_rate: string;
  total: string;
  taxes: { name: string; rate: string; amount: string }[];
}

const TERMS: Record<string, string> = { paypal: 'PREPAID', card: 'PREPAID', invoice: 'NET14' };

/** `batch` null: one request per order. Answers how many orders were sent. */
export async function runByHand(place: Place, batch: number | null): Promise<number> {
  let sent = 0;
  for (let page = 1; ; page++) {
    const text = await call('GET', `${place.shopUrl}/orders?page=${page}&page_size=${PAGE}`, place.shopToken);
    const { orders, has_more } = JSON.parse(text) as { orders: ShopOrder[]; has_more: boolean };
    const mapped = orders.map(toSalesOrder);
    const bodies =
      batch === null
        ? mapped.map((order) => JSON.stringify(order))
        : chunks(mapped, batch).map((sales_orders) => JSON.stringify({ sales_orders }));
    const url = batch === null ? `${place.erpUrl}/sales-orders` : `${place.erpUrl}/sales-orders/batch`;
    await inFlight(bodies, (body) => call('POST', url, place.erpToken, body));
    sent += orders.length;
    if (!has_more) return sent;
  }
}

function toSalesOrder(order: ShopOrder): object {
  return {
    external_reference: order.order_number,
    order_date: order.created_at.slice(0, 10),
    requested_delivery_date: order.requested_delivery_date,
    currency: order.currency,
    channel: order.channel.toUpperCase(),
    warehouse: 'MAIN',
    payment_terms: TERMS[order.payment.method],
    shipping_method: order.shipping.method,
    remark: order.note,
    customer: {
      name: `${order.customer.first_name} ${order.customer.last_name}`,
      email: order.customer.email,
      phone: order.customer.phone,
      vat_number: order.customer.vat_id,
    },
    bill_to: toParty(order.billing_address),
    ship_to: toParty(order.shipping_address),
    lines: order.line_items.map((line, index) => ({
      line_number: index + 1,
      article: line.sku,
      description: line.name,
      quantity: Number(line.quantity),
      unit_price: Number(line.unit_price),
      tax_rate: Number(line.tax_rate),
      net_amount: Number(line.total),
      taxes: line.taxes.map((tax) => ({
        code: tax.name,
        rate: Number(tax.rate),
        amount: Number(tax.amount),
      })),
    })),
    shipping_amount: Number(order.shipping.cost),
    tax_amount: Number(order.totals.tax),
    total_amount: Number(order.totals.grand_total),
  };
}

function toParty(address: Address): object {
  const { name, street, street2, zip, city, country_code } = address;
  return { name, street, street2, postal_code: zip, city, country: country_code };
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

async function inFlight<T>(list: readonly T[], work: (entry: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (let entry = list[next++]; entry !== undefined; entry = list[next++]) await work(entry);
    }),
  );
}

function call(method: string, url: string, token: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = { authorization: `Bearer ${token}` };
    if (body !== undefined)
      Object.assign(headers, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
    const outgoing = request(url, { method, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if ((response.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
