// Real authorization servers in a process of their own, and a browser that follows their redirects.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface AuthorizationServers {
  /** oidc-provider: clients `basic`, `post`, `public`; Basic only in RFC 6749 encoding; rotates refresh tokens. */
  oidc: string;
  /** @node-oauth/oauth2-server: clients `raw`, `public`; Basic only unencoded. */
  node: string;
  /** oauth2-mock-server. */
  mock: string;
  /** What its token endpoint answers from now on; null: as it likes. */
  force(answer: { status: number; body: unknown } | null): Promise<void>;
  requests(server: string): Promise<{ url: string; authorization: string | null }[]>;
  forgetRequests(): Promise<void>;
  stop(): Promise<void>;
}

/** The secret of oidc-provider's confidential clients: every character that encodings treat differently. */
export const OIDC_SECRET = "s3+/=& %:!'()*~";
export const NODE_SECRET = 'a+b/c d';

export async function startAuthorizationServers(callback: string): Promise<AuthorizationServers> {
  const script = join(process.cwd(), 'test', 'support', 'run-authorization-servers.mjs');
  const child = spawn(process.execPath, [script, callback], { stdio: ['ignore', 'pipe', 'ignore'] });
  const { oidc, node, mock, mockControl } = await urlsOf(child);
  return {
    oidc,
    node,
    mock,
    force: async (answer) => {
      await fetch(mockControl, { method: 'POST', body: JSON.stringify(answer) });
    },
    requests: async (server) => (await fetch(`${server}/__requests`)).json() as never,
    forgetRequests: async () => {
      for (const url of [oidc, node]) await fetch(`${url}/__requests`, { method: 'POST' });
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

type Urls = Record<'mock' | 'mockControl' | 'node' | 'oidc', string>;

async function urlsOf(child: ChildProcess): Promise<Urls> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line.startsWith('{')) return JSON.parse(line) as Urls;
  }
  throw new Error('the authorization servers ended at their start');
}

/** A browser as far as a consent needs one: cookies and redirects. */
export class Browser {
  private readonly jar = new Map<string, string>();

  /** Follows redirects from the authorization URL until the server sends the browser back to `callback`. */
  async consent(authorizationUrl: string, callback: string): Promise<string> {
    let url = authorizationUrl;
    for (let hop = 0; hop < 12; hop++) {
      const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') this.jar.delete(name);
        else this.jar.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null)
        throw new Error(`the consent stopped with ${answer.status}: ${await answer.text()}`);
      url = new URL(location, url).href;
      if (url.startsWith(callback)) return url;
    }
    throw new Error('too many redirects');
  }
}
