/** One API call as a shell command that can be pasted as it is. */
import { printJson } from '../api/json.js';

export interface ApiCall {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

/** POSIX single quotes: nothing inside is read by the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlOf(origin: string, { method, path, body }: ApiCall): string {
  const lines = [`curl -X ${method} ${quoted(origin + path)}`, `-H 'Authorization: Bearer <ACCESS_TOKEN>'`];
  if (method === 'POST') {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(printJson(body ?? {}, 2) ?? '')}`);
  }
  return lines.join(' \\\n  ');
}
