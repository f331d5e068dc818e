/** The service on its embedded database, killed and started again: nothing that was answered is lost. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { readPostmasterPid } from '../../src/database/embedded/postmaster-pid.js';
import { isAlive } from '../../src/database/embedded/processes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';

jest.setTimeout(180_000);

const owner = { name: 'Olga Owner', email: 'olga@example.com', password: 'correct horse battery' };
const setupToken = 'set-up-token-of-the-test';
let dataDir: string;
let services: ServiceProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pipewright-restart-'));
  await chmod(dataDir, 0o755);
  services = [];
});

afterEach(async () => {
  for (const service of services) await service.end('SIGTERM');
  await (await startEmbeddedPostgres({ dataDir })).stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('SIGTERM ends the service with code 0 and its database with it; the next start finds all', async () => {
  const first = await start();
  const token = await claim(first.url);
  const id = await createProject(first.url, token, 'Kept');
  const pid = await postmaster();
  expect(await first.end('SIGTERM')).toBe(0);
  expect(await isAlive(pid)).toBe(false);

  const second = await start();
  const newToken = await signIn(second.url);
  expect(await projectIds(second.url, newToken)).toEqual([id]);
});

test('kill -9 of the service while it writes loses no project that it answered', async () => {
  const first = await start();
  const token = await claim(first.url);
  const answered = await writeUntil(first.url, token, () => first.end('SIGKILL'));
  expect(answered.length).toBeGreaterThan(0);

  const second = await start();
  const newToken = await signIn(second.url);
  expect(await projectIds(second.url, newToken)).toEqual(expect.arrayContaining(answered));
});

test('kill -9 of service and database at once loses no project that was answered', async () => {
  const first = await start();
  const token = await claim(first.url);
  const pid = await postmaster();
  const answered = await writeUntil(first.url, token, async () => {
    process.kill(pid, 'SIGKILL');
    await first.end('SIGKILL');
  });
  expect(answered.length).toBeGreaterThan(0);

  const second = await start();
  const newToken = await signIn(second.url);
  expect(await projectIds(second.url, newToken)).toEqual(expect.arrayContaining(answered));
});

test('kill -9 of the database alone: the running service serves again soon, without a restart', async () => {
  const service = await start();
  const token = await claim(service.url);
  const id = await createProject(service.url, token, 'Kept');
  process.kill(await postmaster(), 'SIGKILL');
  const killedAt = Date.now();
  let found: string[] | null = null;
  while (found === null && Date.now() - killedAt < 60_000) {
    found = await projectIds(service.url, token).catch(() => sleep(100, null));
  }
  expect(found).toEqual([id]);
  expect(Date.now() - killedAt).toBeLessThan(20_000);
  expect(service.child.exitCode).toBeNull();
});

async function start(): Promise<ServiceProcess> {
  const service = await startServiceProcess(dataDir, { SETUP_TOKEN: setupToken });
  services.push(service);
  return service;
}

/** Writes projects, four at a time, and stops the service after a while; answers the ids that were answered. */
async function writeUntil(url: string, token: string, stop: () => Promise<unknown>): Promise<string[]> {
  const answered: string[] = [];
  const write = async (lane: number) => {
    for (let n = 0; ; n++) {
      const id = await createProject(url, token, `Project ${lane}-${n}`).catch(() => null);
      if (id === null) return;
      answered.push(id);
    }
  };
  const lanes = [0, 1, 2, 3].map(write);
  for (let waited = 0; waited < 700 || (answered.length < 4 && waited < 30_000); waited += 50)
    await sleep(50);
  await stop();
  await Promise.all(lanes);
  return answered;
}

async function claim(url: string): Promise<string> {
  return (await post(url, '/api/auth/setup', { setup_token: setupToken, ...owner })).access_token as string;
}

async function signIn(url: string): Promise<string> {
  const { email, password } = owner;
  return (await post(url, '/api/auth/login', { email, password })).access_token as string;
}

async function createProject(url: string, token: string, name: string): Promise<string> {
  return (await post(url, '/api/projects/create', { project_name: name }, token)).project_id as string;
}

async function projectIds(url: string, token: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { data } = await read<{ project_id: string }[]>(
      fetch(`${url}/api/projects?page=${page}&per_page=200`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    ids.push(...data.map((project) => project.project_id));
    if (data.length < 200) return ids;
  }
}

async function post(url: string, path: string, body: object, token?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return (await read(fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }))).data;
}

async function read<T = Record<string, unknown>>(answer: Promise<Response>): Promise<{ data: T }> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as { data: T };
}

async function postmaster(): Promise<number> {
  return (await readPostmasterPid(join(dataDir, 'postgres')))?.pid ?? 0;
}
