/**
 * The unsaved document in this browser: keyed by tab and document id, so that a reload loses nothing and two tabs
 * do not overwrite each other. Cleared as soon as the service holds the same.
 */
import { useEffect } from 'react';

interface Copy<T> {
  version: number | null;
  document: T;
  at: number;
}

function tabId(): string {
  const key = 'pipewright-tab';
  const known = sessionStorage.getItem(key);
  if (known) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem(key, fresh);
  return fresh;
}
const storageKey = (id: string): string => `pipewright-draft:${tabId()}:${id}`;

export function readCopy<T>(id: string): Copy<T> | null {
  try {
    const text = localStorage.getItem(storageKey(id));
    return text === null ? null : (JSON.parse(text) as Copy<T>);
  } catch {
    return null;
  }
}

export function clearCopy(id: string): void {
  try {
    localStorage.removeItem(storageKey(id));
  } catch {
    // A browser that keeps nothing has nothing to clear.
  }
}

/** Keeps the copy while `changed`, and takes it away when it is not. */
export function useDraftCopy<T>(id: string, document: T, version: number | null, changed: boolean): void {
  useEffect(() => {
    if (!changed) {
      clearCopy(id);
      return;
    }
    try {
      localStorage.setItem(
        storageKey(id),
        JSON.stringify({ version, document, at: Date.now() } satisfies Copy<T>),
      );
    } catch {
      // Storage full or off: the page itself still holds the document.
    }
  }, [id, document, version, changed]);
}
