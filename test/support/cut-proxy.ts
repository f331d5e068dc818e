// A TCP proxy before the database of a test that can be cut or made to hang.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface CutProxy {
  /** The given URL, by way of the proxy. */
  url: string;
  /** Refuses new connections and resets the open ones. */
  cut(): Promise<void>;
  /** Takes everything and passes nothing on any more. */
  hang(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  let port = 0;
  let isHanging = false;
  let server: Server;
  const listen = async (): Promise<void> => {
    server = createServer((client) => {
      if (isHanging) return void sockets.add(client.pause());
      const upstream = connect(Number(to.port), to.hostname);
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const hang = (): void => {
    isHanging = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  await listen();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.toString(), cut, hang, restore: listen, close: cut };
}
