// Live progress of a run as server-sent events, whatever process runs it: read from the database, sent on change.
import type { FastifyReply } from 'fastify';
import type { RunDto } from './dto/run.dto.js';

const EVERY_MS = 500;
const KEEP_ALIVE_MS = 15_000;
/** Then the listener connects anew, and whether it may still see the run is asked again. */
const LONGEST_STREAM_MS = 5 * 60_000;
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
  const until = Date.now() + LONGEST_STREAM_MS;
  let isOpen = true;
  raw.on('close', () => (isOpen = false));
  let last = '';
  let quietSince = Date.now();
  try {
    for (let run = first; isOpen && Date.now() < until; run = await load()) {
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
  } finally {
    // a run that cannot be read any more ends the stream too: the listener connects anew and is told why
    raw.end();
  }
}

/** Headers that hooks have set (request id, security) also hold for the stream. */
function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
