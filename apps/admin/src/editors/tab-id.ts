/** One name for each tab, the same after a reload, and which of them are closed. */

const ownKey = 'pipewright-tab';
const leftPrefix = 'pipewright-left:';

export function tabId(): string {
  const known = sessionStorage.getItem(ownKey);
  if (known) return known;
  // not `randomUUID`, which a page over plain http does not have
  const fresh = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
  sessionStorage.setItem(ownKey, fresh);
  return fresh;
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
