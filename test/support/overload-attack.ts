/**
 * A process of its own that overloads a service: slow senders of headers and of bodies, bodies of every size up to far
 * too large, and twice the requests per second that it can answer. Its argument is `{url, token, seconds}` in JSON;
 * it prints `{capacity, statuses, broken}`.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface AttackReport {
  /** Answers per second before the attack. */
  capacity: number;
  statuses: Record<string, number>;
  /** Requests that ended without an answer. */
  broken: number;
}

const SLOW_SENDERS = 200;
const LARGE_BODIES_AT_ONCE = 24;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 2_000;

interface Target {
  url: string;
  token: string;
  seconds: number;
}

async function main({ url, token, seconds }: Target): Promise<AttackReport> {
  const report: AttackReport = { capacity: 0, statuses: {}, broken: 0 };
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 600 });
  const authorization = `Bearer ${token}`;

  const call = (path: string, body?: Buffer, isChunked = false): Promise<void> =>
    new Promise((resolve) => {
      const length = body && !isChunked ? { 'content-length': body.length } : {};
      const outgoing = request(
        `${url}${path}`,
        {
          agent: body ? undefined : agent,
          method: body ? 'POST' : 'GET',
          headers: { authorization, 'content-type': 'application/json', ...length },
          timeout: 20_000,
        },
        (answer) => {
          const status = String(answer.statusCode);
          report.statuses[status] = (report.statuses[status] ?? 0) + 1;
          answer.resume();
          answer.once('close', resolve);
        },
      );
      outgoing.once('timeout', () => outgoing.destroy());
      outgoing.once('error', () => {
        report.broken++;
        resolve();
      });
      outgoing.end(body);
    });

  const answeredIn = async (ms: number): Promise<number> => {
    const end = performance.now() + ms;
    let answered = 0;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (; performance.now() < end; answered++) await call('/api/projects');
      }),
    );
    return answered;
  };
  await answeredIn(WARM_UP_MS);
  report.capacity = Math.round(((await answeredIn(MEASURED_MS)) * 1000) / MEASURED_MS);
  report.statuses = {};

  const until = performance.now() + seconds * 1000;
  const isOn = (): boolean => performance.now() < until;
  const slowSender = async (begin: string, drop: string): Promise<void> => {
    while (isOn()) {
      const socket = connect(Number(port), hostname);
      let isOpen = true;
      socket.once('close', () => (isOpen = false));
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(begin);
      while (isOpen && isOn()) {
        await sleep(500);
        if (isOpen) socket.write(drop);
      }
      socket.destroy();
      await sleep(100);
    }
  };
  const flood = async (): Promise<void> => {
    let sent = 0;
    const started = performance.now();
    const calls: Promise<void>[] = [];
    while (isOn()) {
      const due = Math.floor(((performance.now() - started) / 1000) * report.capacity * 2);
      for (; sent < due; sent++) calls.push(call('/api/projects'));
      await sleep(5);
    }
    await Promise.all(calls);
  };
  const bodies = largeBodies();
  const largeSender = async (index: number): Promise<void> => {
    for (let round = index; isOn(); round++)
      await call('/api/projects/create', bodies[round % bodies.length], round % 3 === 0);
  };
  const head = `POST /api/projects/create HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n`;
  await Promise.all([
    ...Array.from({ length: SLOW_SENDERS }, () => slowSender(head, 'x-slow: 1\r\n')),
    ...Array.from({ length: SLOW_SENDERS }, () =>
      slowSender(`${head}content-type: application/json\r\ncontent-length: 1000000\r\n\r\n{"a":"`, 'x'),
    ),
    ...Array.from({ length: LARGE_BODIES_AT_ONCE }, (_, index) => largeSender(index)),
    flood(),
  ]);
  agent.destroy();
  return report;
}

/** Large, deep, wide, and far beyond every limit. */
function largeBodies(): Buffer[] {
  const mebibyte = 1024 * 1024;
  return [
    Buffer.from(`{"project_name":"${'x'.repeat(mebibyte - 100)}"}`),
    Buffer.from(`{"body":[${'{"a":[1,2,{"b":"c"}]},'.repeat(180_000)}0]}`),
    Buffer.from(`{"a":${'['.repeat(2 * mebibyte)}`),
    Buffer.alloc(16 * mebibyte, 0x20),
  ];
}

void main(JSON.parse(process.argv[2] ?? '{}') as Target).then((report) => {
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
});
