import { connect } from 'node:net';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { OutboundClient } from './outbound-client.js';
import { selfSigned } from './testing/self-signed.js';

describe('TLS', () => {
  const { key, cert } = selfSigned('erp.internal');
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  let port = 0;
  const server = createServer({ key, cert }, (request, response) =>
    response.end(`hello ${request.headers.host}`),
  );
  const old = createServer(
    { key, cert, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' },
    (_, response) => response.end(),
  );
  const clients: OutboundClient[] = [];
  const client = (options: ConstructorParameters<typeof OutboundClient>[0]) => {
    clients.push(new OutboundClient({ allow: '127.0.0.1', resolve, ...options }));
    return clients.at(-1) as OutboundClient;
  };

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    await new Promise<void>((done) => old.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await Promise.all(clients.map((each) => each.close()));
    server.close();
    old.close();
  });

  it('refuses a certificate that nobody trusts, before a byte is sent, and names the setting', async () => {
    const call = client({}).request({ method: 'GET', url: `https://erp.internal:${port}/` });
    await expect(call).rejects.toMatchObject({
      code: 'TLS_FAILED',
      sent: false,
      message: expect.stringContaining('OUTBOUND_CA_FILE'),
    });
  });

  it('trusts the certificates of the operator, for their names only', async () => {
    const trusting = client({ ca: [cert] });
    const answer = await trusting.request({ method: 'GET', url: `https://erp.internal:${port}/` });
    expect(answer.body.toString()).toBe(`hello erp.internal:${port}`);
    await expect(
      trusting.request({ method: 'GET', url: `https://127.0.0.1:${port}/` }),
    ).resolves.toMatchObject({ status: 200 });
    await expect(
      trusting.request({ method: 'GET', url: `https://other.internal:${port}/` }),
    ).rejects.toMatchObject({ code: 'TLS_FAILED' });
  });

  it('speaks nothing older than TLS 1.2', async () => {
    const oldPort = (old.address() as AddressInfo).port;
    await expect(
      client({ ca: [cert] }).request({ method: 'GET', url: `https://erp.internal:${oldPort}/` }),
    ).rejects.toMatchObject({ sent: false });
  });

  it('checks the certificate of the system through a proxy tunnel too', async () => {
    const proxy = createPlainServer();
    proxy.on('connect', (_, socket) => {
      const upstream = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      upstream
        .on('error', () => undefined)
        .pipe(socket.on('error', () => undefined))
        .pipe(upstream);
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const answer = await client({ ca: [cert], proxy: url }).request({
      method: 'GET',
      url: `https://erp.internal:${port}/`,
    });
    expect(answer.body.toString()).toBe(`hello erp.internal:${port}`);
    await expect(
      client({ proxy: url }).request({ method: 'GET', url: `https://erp.internal:${port}/` }),
    ).rejects.toMatchObject({ code: 'TLS_FAILED' });
    proxy.close();
  });
});
