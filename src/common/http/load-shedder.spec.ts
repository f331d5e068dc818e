import { connect, type AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { LoadShedder } from './load-shedder.js';

const KIB = 1024;

describe('LoadShedder', () => {
  let server: FastifyInstance;
  let finish: () => void;

  beforeEach(() => {
    server = fastify();
    new LoadShedder({ inFlight: 2, bodyBytes: 100 * KIB, eventLoopDelayMs: 60_000 }).register(server);
    const finished = new Promise<void>((resolve) => (finish = resolve));
    server.post('/slow', async () => {
      await finished;
      return 'done';
    });
    server.get('/slow/events', async () => {
      await finished;
      return 'done';
    });
    server.get('/quick', () => 'done');
    server.get('/health/live', () => 'alive');
  });
  afterEach(async () => {
    finish();
    await server.close();
  });

  const slow = (bytes = 1) =>
    server.inject({ method: 'POST', url: '/slow', payload: { text: 'x'.repeat(bytes) } });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

  it('answers 503 with Retry-After in the envelope beyond its limit, lets health through, and recovers', async () => {
    const working = [slow(), slow()];
    await settled();
    const refused = await server.inject('/quick');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.json()).toEqual({
      status: false,
      status_code: 503,
      response_status: 503,
      message: 'Too many requests at once. Please try again.',
      data: null,
      error_code: 'unavailable',
    });
    expect((await server.inject('/health/live')).statusCode).toBe(200);
    finish();
    for (const answer of await Promise.all(working)) expect(answer.statusCode).toBe(200);
    expect((await server.inject('/quick')).statusCode).toBe(200);
  });

  it('counts the bytes of bodies on their way', async () => {
    const working = slow(80 * KIB);
    await settled();
    expect((await slow(80 * KIB)).json().message).toBe('Too many large bodies at once. Please try again.');
    expect((await server.inject('/quick')).statusCode).toBe(200);
    finish();
    await working;
    expect((await slow(80 * KIB)).statusCode).toBe(200);
  });

  it('outlives senders that go away while nobody reads their body', async () => {
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    for (const method of ['GET', 'POST', 'DELETE']) {
      const socket = connect(port, '127.0.0.1');
      const path = method === 'GET' ? '/slow/events' : '/slow';
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab`,
      );
      await settled();
      socket.destroy();
      await settled();
    }
    expect((await server.inject('/quick')).statusCode).toBe(200);
  });

  it('does not count event streams', async () => {
    const open = [1, 2, 3].map(() => server.inject('/slow/events'));
    await settled();
    expect((await server.inject('/quick')).statusCode).toBe(200);
    finish();
    await Promise.all(open);
  });

  it('refuses when the event loop is late', async () => {
    const busy = fastify();
    new LoadShedder({ inFlight: 100, bodyBytes: KIB, eventLoopDelayMs: 100 }).register(busy);
    busy.get('/quick', () => 'done');
    await busy.ready();
    const until = Date.now() + 1_500;
    while (Date.now() < until) {
      // blocks the loop, as a runaway computation would
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await busy.inject('/quick')).statusCode).toBe(503);
    let status = 503;
    for (let tries = 0; status !== 200 && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      status = (await busy.inject('/quick')).statusCode;
    }
    expect(status).toBe(200);
    await busy.close();
  });
});
