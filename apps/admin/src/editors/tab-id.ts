/** One name for each tab, the same after a reload, and which of them are closed. */

const ownKey = 'pipewright-tab';
const leftPrefix = 'pipewright-left:';

export function tabId(): string {
  return sessionStorage.getItem(ownKey) ?? freshId();
}

function freshId(): string {
  // not `randomUUID`, which a page over plain http does not have
  const fresh = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
  sessionStorage.setItem(ownKey, fresh);
  return fresh;
}

/** The page before a reload may take a moment to go. */
const RELOAD_MS = 300;
/** A tab that has the name says so at once. */
const ANSWER_MS = 80;

/**
 * A tab that the browser made as a copy of another begins with the other's name: it takes one of its own. To be awaited
 * before anything reads the name.
 */
export async function claimTabId(): Promise<void> {
  try {
    const isFree = navigator.locks ? await claimByLock(tabId()) : await claimByAsking(tabId());
    if (isFree) return;
    const fresh = freshId();
    if (navigator.locks) await claimByLock(fresh);
  } catch {
    // A browser that keeps nothing has no drafts to mix up.
  }
}

/** Held until the tab is closed. */
function claimByLock(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`${ownKey}:${tab}`, { signal: AbortSignal.timeout(RELOAD_MS) }, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch(() => resolve(false));
  });
}

/** Over plain http there are no locks: the other tabs are asked. */
async function claimByAsking(tab: string): Promise<boolean> {
  const channel = new BroadcastChannel(ownKey);
  let isTaken = false;
  channel.onmessage = ({ data }: MessageEvent<{ asked?: string; taken?: string }>) => {
    if (data.taken === tab) isTaken = true;
  };
  channel.postMessage({ asked: tab });
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  channel.onmessage = ({ data }: MessageEvent<{ asked?: string; taken?: string }>) => {
    if (data.asked === tabId()) channel.postMessage({ taken: data.asked });
  };
  return !isTaken;
}

/** True for a tab that was closed, or left for another site. */
export const isLeft = (tab: string): boolean => localStorage.getItem(leftPrefix + tab) !== null;

/** Notes when this tab is left, and that it is there again: a reload is both. */
export function noteLeaving(): void {
  const note = (isLeaving: boolean) => {
    try {
      const tab = sessionStorage.getItem(ownKey);
      if (tab !== null && isLeaving) localStorage.setItem(leftPrefix + tab, String(Date.now()));
      else if (tab !== null) localStorage.removeItem(leftPrefix + tab);
    } catch {
      // A browser that keeps nothing has nothing to go on with.
    }
  };
  note(false);
  window.addEventListener('pageshow', () => note(false));
  window.addEventListener('pagehide', () => note(true));
}

/** `oldMs`: notes older than this are of no use any more. */
export function dropOldNotes(oldMs: number): void {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(leftPrefix)))
    if (Number(localStorage.getItem(key)) < Date.now() - oldMs) localStorage.removeItem(key);
}
