// Live progress of a run as server-sent events, whatever process runs it: read from the database, sent on change.
import type { FastifyReply } from 'fastify';
import type { RunDto } from './dto/run.dto.js';

const EVERY_MS = 500;
const KEEP_ALIVE_MS = 15_000;
const ENDED = new Set(['succeeded', 'partially_failed', 'failed', 'cancelled', 'timed_out']);

/** Writes `progress` events and one `end`; returns when the run has ended or the listener has gone. */
export async function streamProgress(
  reply: FastifyReply,
  first: RunDto,
  load: () => Promise<RunDto>,
): Promise<void> {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  let isOpen = true;
  raw.on('close', () => (isOpen = false));
  let last = '';
  let quietSince = Date.now();
  for (let run = first; isOpen; run = await load()) {
    const text = JSON.stringify(run);
    if (text !== last) {
      last = text;
      quietSince = Date.now();
      raw.write(`event: progress\ndata: ${text}\n\n`);
    } else if (Date.now() - quietSince > KEEP_ALIVE_MS) {
      quietSince = Date.now();
      raw.write(': still here\n\n');
    }
    if (ENDED.has(run.status)) {
      raw.write(`event: end\ndata: ${text}\n\n`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  raw.end();
}

/** Headers that hooks have set (request id, security) also hold for the stream. */
function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
