// Bad input never breaks the service: generated requests get no 5xx and always an envelope. 1,000 here; `npm run fuzz`
// sends 100,000 (FUZZ_REQUESTS, FUZZ_SEED).
import fc from 'fast-check';
import { isServersOwn } from '../../src/admin-ui/request-path.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { type FuzzRequest, fuzzRequests, HOOK_SECRET, type WorkingCall } from './support/fuzz-requests.js';
import { contractOf } from './support/routes.js';
import { type Ids, makeWorld } from './support/world.js';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const SEED = process.env.FUZZ_SEED
  ? Number(process.env.FUZZ_SEED)
  : REQUESTS > 1_000
    ? undefined
    : 20_261_127;
/** The fuzz deletes what it meets: every so often there is a new world. */
const REQUESTS_PER_WORLD = 2_000;
const MINUTE = 60_000;

/** Pages, documents and downloads have no envelope. */
const RAW = /^\/api\/(?:openapi\.json|docs)|^\/metrics|^\/oauth\/callback|\/export\/?$/;

describe('generated requests', () => {
  const statuses: Record<number, number> = {};
  /** One of each kind, so that one round tells all that is wrong. */
  const faults = new Map<string, string>();

  it(
    `${REQUESTS} of them get no 5xx and always an envelope`,
    async () => {
      for (let done = 0; done < REQUESTS; done += REQUESTS_PER_WORLD) {
        const count = Math.min(REQUESTS_PER_WORLD, REQUESTS - done);
        await fuzzOneWorld(count, SEED === undefined ? undefined : SEED + done);
      }
      if (REQUESTS > 1_000) console.log('answers by status', statuses);
      expect(Object.fromEntries(faults)).toEqual({});
      // The generator reaches handlers, not just refusals.
      expect(statuses[200]).toBeGreaterThan(REQUESTS / 20);
      expect(statuses[400]).toBeGreaterThan(REQUESTS / 20);
      expect(statuses[404]).toBeGreaterThan(0);
    },
    Math.max(5, REQUESTS / 400) * MINUTE,
  );

  async function fuzzOneWorld(count: number, seed: number | undefined): Promise<void> {
    const test = await createTestApp({ ROLE: 'api', RATE_LIMIT_PER_SECOND: '0' });
    try {
      const working: WorkingCall[] = [];
      const world = await makeWorld(recording(test, working));
      const { readOnly, ownProjectOnly, memberByEmail, memberByGroup, stranger } = world.callers;
      // The first one's id is in no list of the generator: it outlives the run.
      const token = (await test.post('/api/access_tokens/create', { token_name: 'fuzz' })).body.data
        .access_token as string;
      const callers = [token, readOnly, ownProjectOnly, memberByEmail, memberByGroup, stranger] as const;
      const ids = { ...world.own, hook_key: await aHook(test, world.own) };
      const requests = fuzzRequests(contractOf(test), ids, callers, working);
      await fc.assert(
        fc.asyncProperty(requests, (request) => check(test, request)),
        { numRuns: count, seed, endOnFailure: true },
      );
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect((await test.get('/health/ready', { token: null })).status).toBe(200);
    } finally {
      await test.close();
    }
  }

  async function check(test: TestApp, request: FuzzRequest): Promise<void> {
    const answer = await test.app.inject(request);
    statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    const fault = faultOf(request, answer.statusCode, answer.payload);
    if (fault === null) return;
    const place = request.url
      .split('?')[0]
      ?.replace(/[0-9a-f-]{36}/g, '{id}')
      .slice(0, 100);
    faults.set(
      `${fault}: ${request.method} ${place}`,
      `${request.url.slice(0, 300)} ${JSON.stringify(request.headers).slice(0, 300)} ${String(request.payload).slice(0, 1500)} → ${answer.statusCode} ${answer.payload.slice(0, 500)}`,
    );
  }
});

/** The key of a webhook of a pipe that is on: its calls get as far as a body can. */
async function aHook(test: TestApp, own: Ids): Promise<string> {
  const pipes = `/workspace/${own.project}/api/pipes`;
  const made = await test.post(`${pipes}/${own.pipe}/triggers/create`, {
    kind: 'webhook',
    secret: HOOK_SECRET,
    source_handler_id: 'orders',
    event_id_path: 'orders[0].id',
  });
  expect((await test.post(`${pipes}/enable/${own.pipe}`)).status).toBe(200);
  return (made.body.data as { url: string }).url.split('/').at(-1)!;
}

/** The same app, noting the calls that work: they are what the fuzz changes. */
function recording(test: TestApp, working: WorkingCall[]): TestApp {
  const post: TestApp['post'] = async (url, body, options) => {
    const answer = await test.post(url, body, options);
    if (answer.status === 200)
      working.push({ url, body: structuredClone(body ?? {}) as Record<string, unknown> });
    return answer;
  };
  return { ...test, post };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function faultOf(request: FuzzRequest, status: number, text: string): string | null {
  if (status >= 500) return 'a 5xx';
  if (request.method === 'HEAD') return null;
  // `inject` tidies paths as a browser does, and the router decodes them.
  const path = decoded(new URL(request.url, 'http://localhost').pathname);
  if (RAW.test(path) && status < 400) return null;
  // any other address is a page or a file of the UI, where it is built
  if (!isServersOwn(path) && (text.startsWith('<!doctype html>') || text === 'Not found.')) return null;
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return 'no JSON';
  }
  const members = Object.keys(body).join();
  if (status < 300)
    return members === 'status,success,message,error_code,data,additional_data' && body.status === status
      ? null
      : 'no success envelope';
  const isEnvelope =
    members.startsWith('status,status_code,response_status,message,data') &&
    body.status === false &&
    body.status_code === status &&
    body.response_status === status &&
    typeof body.message === 'string' &&
    body.data === null;
  if (!isEnvelope) return 'no failure envelope';
  if (status === 401 && Object.keys(body).length !== 5) return 'a 401 with other members';
  return /\bat [\w.<>]+ \(|select .+ from |node_modules|QueryFailedError/i.test(text) &&
    !text.includes('drop table')
    ? 'internals told'
    : null;
}
