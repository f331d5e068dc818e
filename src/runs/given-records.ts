// Kept records put back into the shape of the answer that brought them, so that a run can take them up again.
import { randomUUID } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { parsePath, recordKeyReader, withValueAt } from '#engine';
import { parseJson, stringifyJson } from '#mapping';
import type { PageFrame } from './page-parts.js';
import type { GivenAnswer } from './run.types.js';

export const RECORDS_PER_ANSWER = 250;
/** They tell of the bytes that were sent, or to whom. */
const NOT_GIVEN = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'set-cookie']);

/** Records of one page: JSON texts, and what the page said beside them; null: that is not known. */
export interface KeptRecords {
  frame: PageFrame | null;
  sources: readonly string[];
  /** of the records when they were kept */
  keys: readonly string[];
}

/**
 * Records that have another key by now (the API's record key was changed): their new keys, and those of before; null: none.
 * Others get their turn between the pages: a retry may be of very many records.
 */
export async function formerKeysOf(
  recordKey: readonly string[],
  pages: readonly KeptRecords[],
): Promise<Record<string, string[]> | null> {
  const former = new Map<string, string[]>();
  const readKey = recordKeyReader(recordKey);
  for (const { sources, keys } of pages) {
    sources.forEach((source, index) => {
      const before = keys[index] ?? '';
      const now = readKey(parseJson(source));
      if (now !== before) former.set(now, [...(former.get(now) ?? []), before]);
    });
    await breath();
  }
  return former.size === 0 ? null : Object.fromEntries(former);
}

/** Answers for the driver of a flow; the texts of the records go in unparsed, so numbers stay exact. */
export function answersOf(recordsPath: string, pages: readonly KeptRecords[]): GivenAnswer[] {
  return pages.flatMap(({ frame, sources }) => {
    if (recordsPath === '') return sources.map((source) => toAnswer(frame, source));
    const answers: GivenAnswer[] = [];
    for (let at = 0; at < sources.length; at += RECORDS_PER_ANSWER) {
      const list = `[${sources.slice(at, at + RECORDS_PER_ANSWER).join(',')}]`;
      answers.push(toAnswer(frame, withList(frame?.body, recordsPath, list)));
    }
    return answers;
  });
}

function withList(body: unknown, recordsPath: string, list: string): string {
  const mark = randomUUID();
  const text = stringifyJson(withValueAt(body, parsePath(recordsPath), mark));
  return text.replace(JSON.stringify(mark), () => list);
}

function toAnswer(frame: PageFrame | null, text: string): GivenAnswer {
  const headers = Object.entries(frame?.headers ?? {}).filter(([name]) => !NOT_GIVEN.has(name));
  return {
    status: frame?.status ?? 200,
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
    body: Buffer.from(text).toString('base64'),
  };
}
