/**
 * The page that is left for a consent in the same tab: where the way back to the product leads, once, and only the
 * person who left it.
 */
import { personId } from '../api/session.js';
import { parseJson } from '../api/json.js';

const key = 'pipewright-way-back';

export function noteWayBack(): void {
  const path = window.location.pathname + window.location.search;
  sessionStorage.setItem(key, JSON.stringify({ path, person: personId() }));
}

export function takeWayBack(): string | null {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  try {
    const { path, person } = parseJson(text ?? '{}') as { path?: string; person?: string };
    return path !== undefined && person === personId() ? path : null;
  } catch {
    return null;
  }
}
