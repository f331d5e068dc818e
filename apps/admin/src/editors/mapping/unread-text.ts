/** What was typed as JSON and is no mapping document (yet): kept in this browser, and in the way of a save. */
import { useState } from 'react';
import { readCopy, useDraftCopy } from '../use-draft-copy.js';

export interface UnreadText {
  text: string;
  /** Why it cannot be read, with the place. */
  fault: string;
}

/** `id`: of the document that the text is of. */
export function useUnreadText(id: string) {
  const copyId = `${id}/json`;
  const [unread, setUnread] = useState(() => readCopy<UnreadText>(copyId)?.document ?? null);
  useDraftCopy(copyId, unread, null, unread !== null);
  return [unread, setUnread] as const;
}
