/**
 * The sample ERP: books sales orders one by one or in batches, honours `Idempotency-Key`, and says what it has booked
 * so that a sender can be checked against it.
 */
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { HttpProblem, listen, queryInteger, readJson, sendJson, sendText } from '../http/json-server.js';
import { AuthorizationServer } from '../oauth/authorization-server.js';
import { Ledger } from './ledger.js';
import { findFault, type Fault, type SalesOrder } from './sales-order.js';

const MAX_BATCH = 500;

export class Erp {
  readonly oauth: AuthorizationServer;
  readonly ledger = new Ledger();

  constructor(
    tokenLifetimeSeconds: number,
    private readonly latencyMs: number,
  ) {
    this.oauth = new AuthorizationServer({
      name: 'Sample ERP',
      clients: [{ id: 'sample-erp-client', secret: 'sample-erp-secret' }],
      users: [{ username: 'erp@example.com', password: 'sample-password' }],
      scopes: ['sales-orders', 'offline_access'],
      tokenLifetimeSeconds,
    });
  }

  listen(port: number): Promise<{ url: string; stop: () => Promise<void> }> {
    return listen(port, (request, response, url) => this.handle(request, response, url));
  }

  private async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (await this.oauth.handle(request, response, url)) return;
    if (!this.oauth.isAuthorized(request, url)) throw this.oauth.refuse(request);
    const route = `${request.method} ${url.pathname}`;
    if (route === 'POST /sales-orders') return this.write(request, response, (body) => this.bookOne(body));
    if (route === 'POST /sales-orders/batch') {
      const isAtomic = url.searchParams.get('atomic') === 'true';
      return this.write(request, response, (body) => this.bookBatch(body, isAtomic));
    }
    if (route === 'GET /sales-orders') return this.list(response, url);
    if (route === 'GET /sales-orders/count') return sendJson(response, 200, this.ledger.counts());
    if (route === 'DELETE /sales-orders') {
      this.ledger.clear();
      return void response.writeHead(204).end();
    }
    const id = /^\/sales-orders\/(\d{1,10})$/.exec(url.pathname)?.[1];
    const found = id && request.method === 'GET' ? this.ledger.find(Number(id)) : null;
    if (!found) throw new HttpProblem(404, { error: 'not_found', message: `There is nothing at ${route}.` });
    sendJson(response, 200, found);
  }

  /** Runs a write once for each idempotency key; without a key every call counts. */
  private async write(
    request: IncomingMessage,
    response: ServerResponse,
    book: (body: unknown) => { status: number; text: string },
  ): Promise<void> {
    const body = await readJson(request);
    if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? this.ledger.answerOf(key) : undefined;
    if (known !== undefined) return sendText(response, 200, known, { 'idempotency-replayed': 'true' });
    const { status, text } = book(body);
    if (typeof key === 'string' && status < 300) this.ledger.remember(key, text);
    sendText(response, status, text);
  }

  private bookOne(body: unknown): { status: number; text: string } {
    const fault = findFault(body);
    if (!fault) return { status: 201, text: JSON.stringify(this.ledger.book(body as SalesOrder)) };
    this.ledger.reject();
    return { status: 422, text: JSON.stringify(refusal(fault)) };
  }

  /** `{results: [{index, external_reference, status, …}]}` in the order of the request; atomic: all or nothing. */
  private bookBatch(body: unknown, isAtomic: boolean): { status: number; text: string } {
    const orders = (body as { sales_orders?: unknown } | null)?.sales_orders;
    if (!Array.isArray(orders) || orders.length === 0 || orders.length > MAX_BATCH) {
      throw new HttpProblem(400, {
        error: 'bad_request',
        message: `sales_orders must be a list of 1 to ${MAX_BATCH} orders.`,
      });
    }
    const faults = orders.map(findFault);
    const firstBad = faults.findIndex((fault) => fault !== null);
    if (isAtomic && firstBad >= 0) {
      this.ledger.reject();
      const { field, ...rest } = faults[firstBad] as Fault;
      return {
        status: 422,
        text: JSON.stringify(refusal({ ...rest, field: `sales_orders[${firstBad}].${field}` })),
      };
    }
    const results = orders.map((order: unknown, index) => {
      const fault = faults[index];
      if (!fault) return { index, ok: true, ...this.ledger.book(order as SalesOrder) };
      this.ledger.reject();
      const reference = (order as SalesOrder | null)?.external_reference ?? null;
      return {
        index,
        ok: false,
        external_reference: reference,
        status: 'rejected',
        error: fault.message,
        details: [fault],
      };
    });
    return { status: 200, text: JSON.stringify({ results }) };
  }

  private list(response: ServerResponse, url: URL): void {
    const reference = url.searchParams.get('external_reference');
    if (reference !== null)
      return sendJson(response, 200, { sales_orders: this.ledger.findByReference(reference) });
    const page = queryInteger(url, 'page', 1, 1_000_000);
    const size = queryInteger(url, 'page_size', 50, 500);
    const { total } = this.ledger.counts();
    sendJson(response, 200, {
      sales_orders: this.ledger.page((page - 1) * size, size),
      page,
      page_size: size,
      total,
    });
  }
}

function refusal(fault: Fault): Record<string, unknown> {
  return { error: 'validation_failed', message: fault.message, details: [fault] };
}
