/**
 * The sample shop: orders by pages, by cursor or changed since a time, products, customers, and a write-back of the
 * ERP's number to an order.
 */
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { HttpProblem, listen, queryInteger, readJson, sendJson, sendText } from '../http/json-server.js';
import { AuthorizationServer } from '../oauth/authorization-server.js';
import { customer, products } from './catalog.js';
import { firstChangedSince, indexOf, makeOrder, money, type OrderList } from './orders.js';

const MAX_PAGE_SIZE = 250;
const CUSTOMERS = 180;
/** Pages of orders are kept as they are sent, up to this many bytes; those beyond are made anew for each answer. */
const KEPT_BYTES = 64 * 1024 * 1024;
const WRITE_BACK_MEMBERS = ['erp_number', 'erp_id', 'fulfillment_status', 'note'];

export class Shop {
  readonly oauth: AuthorizationServer;
  private readonly pages = new Map<string, Buffer>();
  private keptBytes = 0;
  private readonly writeBacks = new Map<number, Record<string, unknown>>();

  constructor(
    private readonly list: OrderList,
    tokenLifetimeSeconds: number,
  ) {
    this.oauth = new AuthorizationServer({
      name: 'Sample shop',
      clients: [
        { id: 'sample-shop-client', secret: 'sample-shop-secret' },
        { id: 'sample-shop-public', secret: null },
      ],
      users: [{ username: 'shop@example.com', password: 'sample-password' }],
      scopes: ['orders.read', 'orders.write', 'offline_access'],
      tokenLifetimeSeconds,
    });
  }

  listen(port: number): Promise<{ url: string; stop: () => Promise<void> }> {
    return listen(port, (request, response, url) => this.handle(request, response, url));
  }

  private async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (await this.oauth.handle(request, response, url)) return;
    if (!this.oauth.isAuthorized(request, url)) throw this.oauth.refuse(request);
    const id = /^\/orders\/([^/]+)$/.exec(url.pathname)?.[1];
    if (id) return this.oneOrder(request, response, id);
    if (request.method !== 'GET')
      throw new HttpProblem(405, { error: 'method_not_allowed' }, { allow: 'GET' });
    if (url.pathname === '/orders') return this.orders(response, url);
    if (url.pathname === '/products')
      return sendText(response, 200, pageText(url, 'products', products.length, productText));
    if (url.pathname === '/customers')
      return sendText(response, 200, pageText(url, 'customers', CUSTOMERS, customerText));
    if (url.pathname === '/shop')
      return sendJson(response, 200, { name: 'Sample shop', currency: 'EUR', orders: this.list.count });
    throw new HttpProblem(404, { error: 'not_found', message: `There is nothing at ${url.pathname}.` });
  }

  private async oneOrder(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const index = indexOf(this.list, id);
    if (index < 0) throw new HttpProblem(404, { error: 'not_found', message: `There is no order ${id}.` });
    if (request.method === 'PUT') {
      const change = (await readJson(request)) as Record<string, unknown> | null;
      const names = change && typeof change === 'object' && !Array.isArray(change) ? Object.keys(change) : [];
      const unknown = names.find((name) => !WRITE_BACK_MEMBERS.includes(name));
      if (names.length === 0 || unknown) {
        const message = unknown
          ? `"${unknown}" cannot be changed.`
          : `Send an object with ${WRITE_BACK_MEMBERS.join(', ')}.`;
        throw new HttpProblem(422, { error: 'validation_failed', message });
      }
      this.writeBacks.set(index, { ...this.writeBacks.get(index), ...change });
      this.pages.clear();
      this.keptBytes = 0;
    } else if (request.method !== 'GET') {
      throw new HttpProblem(405, { error: 'method_not_allowed' }, { allow: 'GET, PUT' });
    }
    sendText(response, 200, this.orderText(index));
  }

  private orders(response: ServerResponse, url: URL): void {
    const kept = this.pages.get(url.search);
    if (kept) return sendText(response, 200, kept);
    const since = url.searchParams.get('updated_since');
    if (since !== null && Number.isNaN(Date.parse(since))) {
      throw new HttpProblem(400, {
        error: 'bad_parameter',
        message: 'updated_since must be a time such as 2026-01-31T08:00:00Z.',
      });
    }
    const first = since === null ? 0 : firstChangedSince(this.list, new Date(since));
    const isByCursor = url.searchParams.has('cursor') || url.searchParams.has('limit');
    const text = isByCursor
      ? this.cursorPage(url, first)
      : pageText(url, 'orders', this.list.count - first, (index) => this.orderText(first + index));
    const bytes = Buffer.from(text);
    if (this.keptBytes + bytes.length <= KEPT_BYTES && !url.searchParams.has('access_token')) {
      this.pages.set(url.search, bytes);
      this.keptBytes += bytes.length;
    }
    sendText(response, 200, bytes);
  }

  /** `{orders, next_cursor}`; the cursor says nothing to a client but where to go on. */
  private cursorPage(url: URL, first: number): string {
    const limit = queryInteger(url, 'limit', 50, MAX_PAGE_SIZE);
    const cursor = url.searchParams.get('cursor') ?? '';
    const from =
      cursor === ''
        ? first
        : Number(
            Buffer.from(cursor, 'base64url')
              .toString()
              .replace(/^after:/, ''),
          );
    if (!Number.isInteger(from) || from < 0)
      throw new HttpProblem(400, { error: 'bad_cursor', message: 'The cursor is not one of ours.' });
    const end = Math.min(from + limit, this.list.count);
    const texts = range(from, end).map((index) => this.orderText(index));
    const next = end < this.list.count ? `"${Buffer.from(`after:${end}`).toString('base64url')}"` : 'null';
    return `{"orders":[${texts.join(',')}],"next_cursor":${next}}`;
  }

  private orderText(index: number): string {
    return JSON.stringify({ ...makeOrder(this.list, index), ...this.writeBacks.get(index) });
  }
}

/** One page of a list whose entries are JSON texts: `{<name>: […], page, page_size, total, total_pages, has_more}`. */
function pageText(url: URL, name: string, total: number, text: (index: number) => string): string {
  const sizeName = url.searchParams.has('per_page') ? 'per_page' : 'page_size';
  const size = queryInteger(url, sizeName, 50, MAX_PAGE_SIZE);
  const page = queryInteger(url, 'page', 1, 1_000_000);
  const end = Math.min(page * size, total);
  const texts = range((page - 1) * size, end).map(text);
  const pages = Math.max(1, Math.ceil(total / size));
  const rest = `"page":${page},"page_size":${size},"total":${total},"total_pages":${pages},"has_more":${page < pages}`;
  return `{"${name}":[${texts.join(',')}],${rest}}`;
}

function productText(index: number): string {
  const product = products[index];
  if (!product) return '{}';
  return JSON.stringify({
    sku: product.sku,
    name: product.name,
    price: money(product.cents),
    tax_rate: product.taxRate.toFixed(2),
  });
}

function customerText(index: number): string {
  return JSON.stringify(customer(index + 1));
}

function range(from: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - from) }, (_, position) => from + position);
}
