/** One API call as a shell command that can be pasted as it is. */
import { printJson } from '../api/json.js';

export interface ApiCall {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

/** POSIX single quotes: nothing inside is read by the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The query of an address, without what is not set. */
export function queryOf(members: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

export function curlOf(origin: string, { method, path, body }: ApiCall): string {
  const lines = [`curl -X ${method} ${quoted(origin + path)}`, `-H 'Authorization: Bearer <ACCESS_TOKEN>'`];
  if (method === 'POST') {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(printJson(body ?? {}, 2) ?? '')}`);
  }
  return lines.join(' \\\n  ');
}
