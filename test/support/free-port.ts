import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port of 127.0.0.1 that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a process on a port of its own; another one where somebody took the port in between. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(await freePort());
  } catch (error) {
    if (!/EADDRINUSE/.test(String(error))) throw error;
    return start(await freePort());
  }
}
