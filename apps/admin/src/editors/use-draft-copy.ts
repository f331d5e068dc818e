/**
 * The unsaved document in this browser: keyed by tab, person and document id, so that a reload loses nothing, two tabs
 * do not overwrite each other, and nobody sees what another person typed. What a closed tab left is gone on with where
 * the document is opened next. Cleared as soon as the service holds the same.
 */
import { useEffect } from 'react';
import { parseJson, printJson } from '../api/json.js';
import { personId } from '../api/session.js';
import { adoptSaves, dropOldSaves } from './own-saves.js';
import { dropOldNotes, isLeft, tabId } from './tab-id.js';

interface Copy<T> {
  version: number | null;
  document: T;
  at: number;
}

const prefix = 'pipewright-draft:';
const storageKey = (id: string, tab = tabId()): string => `${prefix}${tab}:${personId()}:${id}`;

/** Copies of tabs that were closed long ago would fill up the storage. */
const OLD_MS = 14 * 24 * 3_600_000;
/** `at` is written last, so that a copy of megabytes need not be read. */
const writtenAt = (text: string): number => Number(/"at":(\d+)\}$/.exec(text.slice(-40))?.[1] ?? 0);

export function dropOldCopies(): void {
  try {
    dropOldNotes(OLD_MS);
    dropOldSaves(OLD_MS);
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix)))
      if (writtenAt(localStorage.getItem(key) ?? '') < Date.now() - OLD_MS) localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}

/** What is about to be written, by the id of its document. */
const waiting = new Map<string, () => void>();

/** The newest copy that a closed tab left becomes this tab's own. */
function takeLeftCopy(id: string): string | null {
  const left = Object.keys(localStorage)
    .map((key) => ({
      key,
      tab: key.startsWith(prefix) ? (key.slice(prefix.length).split(':')[0] ?? '') : '',
    }))
    .filter(({ key, tab }) => tab !== '' && key === storageKey(id, tab) && isLeft(tab))
    .map(({ key, tab }) => ({ key, tab, text: localStorage.getItem(key) ?? '' }))
    .sort((a, b) => writtenAt(b.text) - writtenAt(a.text))[0];
  if (left === undefined) return null;
  localStorage.removeItem(left.key);
  localStorage.setItem(storageKey(id), left.text);
  adoptSaves(id, left.tab);
  return left.text;
}

export function readCopy<T>(id: string): Copy<T> | null {
  try {
    const text = localStorage.getItem(storageKey(id)) ?? takeLeftCopy(id);
    return text === null ? null : (parseJson(text) as unknown as Copy<T>);
  } catch {
    return null;
  }
}

/** Adds to a copy whose document is not open any more. */
export function amendCopy(id: string, change: object): void {
  const copy = readCopy<object>(id);
  if (copy === null) return;
  const amended = { ...copy, document: { ...copy.document, ...change }, at: Date.now() };
  localStorage.setItem(storageKey(id), printJson(amended) ?? '');
}

export function clearCopy(id: string): void {
  waiting.delete(id);
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
  useEffect(() => {
    waiting.delete(id);
    if (!changed) {
      clearCopy(id);
      return undefined;
    }
    const write = () => {
      waiting.delete(id);
      try {
        const copy: Copy<T> = { version, document, at: Date.now() };
        localStorage.setItem(storageKey(id), printJson(copy) ?? '');
      } catch {
        // Storage full or off: the page itself still holds the document.
      }
    };
    waiting.set(id, write);
    const timer = setTimeout(() => {
      // what was cleared meanwhile is not written any more
      if (waiting.get(id) === write) write();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [id, document, version, changed]);
  // A page that is left, or may be closed unseen, has written down everything.
  useEffect(() => {
    const flush = () => waiting.get(id)?.();
    window.addEventListener('pagehide', flush);
    window.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [id]);
}
