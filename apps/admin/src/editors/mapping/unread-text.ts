/** What was typed as JSON and is no mapping document (yet): kept in this browser, and in the way of a save. */
import { useState } from 'react';
import { readCopy, useDraftCopy } from '../use-draft-copy.js';

export interface UnreadText {
  text: string;
  /** Why it cannot be read, with the place. */
  fault: string;
}

const copyIdOf = (id: string): string => `${id}/json`;

/** The version of the document that a kept text was typed on; null: there is none. `id`: of the document. */
export const versionOfUnread = (id: string): number | null =>
  readCopy<UnreadText>(copyIdOf(id))?.version ?? null;

/** `version`: of the document that the text is of. */
export function useUnreadText(id: string, version: number) {
  const [unread, setUnread] = useState(() => readCopy<UnreadText>(copyIdOf(id))?.document ?? null);
  useDraftCopy(copyIdOf(id), unread, version, unread !== null);
  return [unread, setUnread] as const;
}
