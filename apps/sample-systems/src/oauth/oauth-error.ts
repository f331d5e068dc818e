/** An error answer of an OAuth endpoint (RFC 6749, section 5.2), never cached. */
import { HttpProblem } from '../http/json-server.js';

export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

export function oauthError(
  error: string,
  description: string,
  status = 400,
  headers: Record<string, string> = {},
): HttpProblem {
  return new HttpProblem(status, { error, error_description: description }, { ...NO_STORE, ...headers });
}
