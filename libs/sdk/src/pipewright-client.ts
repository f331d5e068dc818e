/** Makes the client that the generated functions take as `client`. */
import { createClient, createConfig, type Client } from './generated/client/index.js';

export type PipewrightClient = Client;

export interface PipewrightClientOptions {
  /** Address of the service, such as `https://pipewright.example.com`. */
  baseUrl: string;
  /** A personal access token or the one of a sign-in; a function is asked before each call. */
  accessToken?: string | (() => string | undefined | Promise<string | undefined>);
}

export function createPipewrightClient({ baseUrl, accessToken }: PipewrightClientOptions): PipewrightClient {
  return createClient(createConfig({ baseUrl: baseUrl.replace(/\/+$/, ''), auth: accessToken }));
}
