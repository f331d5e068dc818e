/** The demo's account: claims the owner with the set-up token at the first run, signs in at later ones. */
import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authLogin, authSetup, authState, createPipewrightClient, unwrap, type PipewrightClient } from '#sdk';

export interface Account {
  email: string;
  password: string;
}

const EMAIL = 'demo@example.com';

export async function signIn(
  baseUrl: string,
  dataDir: string,
): Promise<{ client: PipewrightClient; account: Account }> {
  const open = createPipewrightClient({ baseUrl });
  const { setup_needed } = await unwrap(authState({ client: open }));
  const account = setup_needed ? await claim(open, dataDir) : await readAccount(dataDir);
  const session = await unwrap(authLogin({ client: open, body: account }));
  return { client: createPipewrightClient({ baseUrl, accessToken: session.access_token }), account };
}

/** Kept in the demo's data folder, closed to others, so that the next run can sign in. */
async function claim(client: PipewrightClient, dataDir: string): Promise<Account> {
  const account = { email: EMAIL, password: randomBytes(9).toString('base64url') };
  const setup_token =
    process.env.SETUP_TOKEN?.trim() || (await readFile(join(dataDir, 'setup-token'), 'utf8')).trim();
  await unwrap(authSetup({ client, body: { setup_token, name: 'Demo', ...account } }));
  await writeFile(accountFile(dataDir), `${JSON.stringify(account)}\n`, { mode: 0o600 });
  await chmod(accountFile(dataDir), 0o600);
  return account;
}

async function readAccount(dataDir: string): Promise<Account> {
  try {
    return JSON.parse(await readFile(accountFile(dataDir), 'utf8')) as Account;
  } catch {
    throw new Error(`Somebody else claimed the owner account of this demo. Delete ${dataDir} to begin anew.`);
  }
}

const accountFile = (dataDir: string) => join(dataDir, 'demo-account.json');
