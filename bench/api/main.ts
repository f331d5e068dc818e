/**
 * `npm run bench:api [-- --rounds 5 --seconds 3]`: requests/s and latency of an authenticated read and of project
 * creation, each beside a bare Fastify and `pg` route on the same PostgreSQL. Rounds are interleaved; the ratio is
 * the median over the rounds.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { endAll, startBare, startService } from './processes.js';

interface Case {
  name: string;
  ours: Request;
  bare: Request;
}

interface Request {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

interface Sample {
  perSecond: number;
  p50: number;
  p99: number;
}

const CONNECTIONS = 16;
const JSON_TYPE = { 'content-type': 'application/json' };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-bench-'));
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: folder });
  try {
    const bareUrl = await startBare('dist/bench/api/bare-server.js', {
      DATABASE_URL: database.connectionUrl,
    });
    const setupToken = randomBytes(18).toString('base64url');
    const url = await startService({
      DATA_DIR: folder,
      DATABASE_URL: database.connectionUrl,
      SETUP_TOKEN: setupToken,
    });
    const cases = await prepare(url, bareUrl, setupToken);
    await measure(cases, Number(values.rounds), Number(values.seconds));
  } finally {
    await endAll();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(url: string, bareUrl: string, setupToken: string): Promise<Case[]> {
  const owner = {
    setup_token: setupToken,
    name: 'Bench',
    email: 'bench@example.com',
    password: randomBytes(12).toString('hex'),
  };
  const session = (await post(`${url}/api/auth/setup`, owner)).data as { access_token: string };
  const signedIn = { authorization: `Bearer ${session.access_token}` };
  const personal = (
    await post(`${url}/api/access_tokens/create`, { token_name: 'bench', expires_in_days: 1 }, signedIn)
  ).data as { access_token: string };
  const auth = { authorization: `Bearer ${personal.access_token}` };
  const project = (await post(`${url}/api/projects/create`, { project_name: 'Bench' }, auth)).data as {
    project_id: string;
  };
  const row = (await post(`${bareUrl}/projects`, { name: 'Bench' })) as unknown as { id: string };
  return [
    {
      name: 'read a project',
      ours: { url: `${url}/api/projects/${project.project_id}`, method: 'GET', headers: auth },
      bare: { url: `${bareUrl}/projects/${row.id}`, method: 'GET', headers: auth },
    },
    {
      name: 'create a project',
      ours: {
        url: `${url}/api/projects/create`,
        method: 'POST',
        headers: { ...auth, ...JSON_TYPE },
        body: '{"project_name":"Bench"}',
      },
      bare: { url: `${bareUrl}/projects`, method: 'POST', headers: JSON_TYPE, body: '{"name":"Bench"}' },
    },
  ];
}

async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ data: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as { data: unknown };
}

async function measure(cases: Case[], rounds: number, seconds: number): Promise<void> {
  const samples = cases.map(() => ({ ours: [] as Sample[], bare: [] as Sample[] }));
  for (const { ours, bare } of cases) {
    await fire(ours, 1);
    await fire(bare, 1);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, { ours, bare }] of cases.entries()) {
      samples[index]?.bare.push(await fire(bare, seconds));
      samples[index]?.ours.push(await fire(ours, seconds));
    }
  }
  console.log(`${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, medians\n`);
  for (const [index, { name }] of cases.entries()) {
    const { ours = [], bare = [] } = samples[index] ?? {};
    const ratio = median(ours.map((sample, round) => sample.perSecond / (bare[round]?.perSecond ?? NaN)));
    console.log(name);
    console.log(`  pipewright         ${line(ours)}`);
    console.log(`  bare fastify + pg  ${line(bare)}`);
    console.log(`  ratio              ${ratio.toFixed(2)}\n`);
  }
}

async function fire(request: Request, duration: number): Promise<Sample> {
  const result = await autocannon({ ...request, connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${request.url}: ${result.non2xx} answers were no success, ${result.errors} calls failed`,
    );
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function line(samples: Sample[]): string {
  const of = (key: keyof Sample) => median(samples.map((sample) => sample[key]));
  return `${Math.round(of('perSecond')).toString().padStart(6)} requests/s, p50 ${of('p50')} ms, p99 ${of('p99')} ms`;
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
