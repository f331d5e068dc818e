/**
 * The unsaved document in this browser: keyed by tab and document id, so that a reload loses nothing and two tabs
 * do not overwrite each other. Cleared as soon as the service holds the same.
 */
import { useEffect, useRef } from 'react';
import { parseJson, printJson } from '../api/json.js';

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
    return text === null ? null : (parseJson(text) as unknown as Copy<T>);
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

/** Writing down megabytes at each key would be felt. */
const pauseMs = 250;

/** Keeps the copy while `changed`, and takes it away when it is not. */
export function useDraftCopy<T>(id: string, document: T, version: number | null, changed: boolean): void {
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    waiting.current = null;
    if (!changed) {
      clearCopy(id);
      return undefined;
    }
    const write = () => {
      waiting.current = null;
      try {
        const copy: Copy<T> = { version, document, at: Date.now() };
        localStorage.setItem(storageKey(id), printJson(copy) ?? '');
      } catch {
        // Storage full or off: the page itself still holds the document.
      }
    };
    waiting.current = write;
    const timer = setTimeout(write, pauseMs);
    return () => clearTimeout(timer);
  }, [id, document, version, changed]);
  // A page that is left, or may be closed unseen, has written down everything.
  useEffect(() => {
    const flush = () => waiting.current?.();
    window.addEventListener('pagehide', flush);
    window.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, []);
}
