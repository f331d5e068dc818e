/**
 * What this browser has sent to be saved, by person and document: a save that is met later is known as one's own, even
 * when its answer never came. Of each only its fingerprint and its tab are noted.
 */
import { parseJson, stableJson } from '../api/json.js';
import { personId } from '../api/session.js';
import { tabId } from './tab-id.js';

interface SentSave {
  tab: string;
  print: string;
  /** As the service counts it: a number, or when; null while no answer has come. */
  version: string | number | null;
  at: number;
}

const prefix = 'pipewright-saves:';
const keyOf = (id: string): string => `${prefix}${personId()}:${id}`;
/** An answer that is late is one of the last few. */
const MOST = 8;

function read(key: string): SentSave[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as SentSave[];
  } catch {
    return [];
  }
}

function write(key: string, saves: SentSave[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(saves.slice(-MOST)));
  } catch {
    // A browser that keeps nothing tells of each other save that it is someone else's.
  }
}

/** Called before it is sent. */
export function noteSending(id: string, document: unknown): void {
  const save = { tab: tabId(), print: fingerprint(document), version: null, at: Date.now() };
  write(keyOf(id), [...read(keyOf(id)), save]);
}

/** The answer to the last that this tab sent; `document` where it was sent in parts. */
export function noteSaved(id: string, version: string | number, document?: unknown): void {
  if (document !== undefined) noteSending(id, document);
  const saves = read(keyOf(id));
  const last = saves.findLast((save) => save.tab === tabId());
  if (last === undefined) return;
  last.version = version;
  write(keyOf(id), saves);
}

/** Whose save the newest version is: of this tab, of another tab of the same person in this browser, or of someone else. */
export function saverOf(
  id: string,
  version: string | number,
  document: unknown,
): 'here' | 'my_tab' | 'someone' {
  const print = fingerprint(document);
  const own = read(keyOf(id)).filter((save) =>
    save.version === null ? save.print === print : save.version === version,
  );
  if (own.length === 0) return 'someone';
  return own.some((save) => save.tab === tabId()) ? 'here' : 'my_tab';
}

/** What a closed tab has sent is of the tab that goes on with its copy. */
export function adoptSaves(id: string, tab: string): void {
  const saves = read(keyOf(id));
  if (saves.some((save) => save.tab === tab))
    write(
      keyOf(id),
      saves.map((save) => (save.tab === tab ? { ...save, tab: tabId() } : save)),
    );
}

export function dropOldSaves(oldMs: number): void {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix)))
    if ((read(key).at(-1)?.at ?? 0) < Date.now() - oldMs) localStorage.removeItem(key);
}

/** The same for what the service makes the same of: spaces around a text, and how JSON is laid out, do not count. */
export function fingerprint(document: unknown): string {
  return hash(stableJson(settled(document)));
}

function settled(value: unknown): unknown {
  if (typeof value === 'string') return settledText(value.trim());
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, settled(member)]));
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

function settledText(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  try {
    return stableJson(parseJson(text));
  } catch {
    return text;
  }
}

/** FNV-1a over two halves: names a document among a few, no more. */
function hash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + at), 0x85ebca6b);
  }
  return `${text.length}-${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}
