/**
 * What was typed as JSON and is no mapping document (yet): kept in this browser, and in the way of a save. The newest
 * wins: edits that are made after it set it aside, until it is got back or thrown away.
 */
import { useMemo, useState } from 'react';
import { fingerprint } from '../own-saves.js';
import { readCopy, useDraftCopy } from '../use-draft-copy.js';
import type { MappingDocument } from './document.js';

export interface UnreadText {
  text: string;
  /** Why it cannot be read, with the place. */
  fault: string;
  /** Fingerprint of the document that it was typed on. */
  of: string;
  /** One that was set aside before. */
  older?: UnreadText | null;
}

/** `id`: of the document. */
export function useUnreadText(id: string, document: MappingDocument) {
  const copyId = `${id}/json`;
  const [kept, setKept] = useState(() => readCopy<UnreadText>(copyId)?.document ?? null);
  useDraftCopy(copyId, kept, null, kept !== null);
  const isAside = useMemo(() => kept !== null && kept.of !== fingerprint(document), [kept, document]);
  const isNewest = kept !== null && !isAside;
  return {
    /** In the way of a save. */
    unread: isNewest ? kept : null,
    /** Older than the edits of now. */
    aside: isAside ? kept : (kept?.older ?? null),
    /** It cannot be read: it is the newest. */
    type: (text: string, fault: string) => {
      const [of, older] = isNewest ? [kept.of, kept.older ?? null] : [fingerprint(document), kept];
      setKept({ text, fault, of, older });
    },
    /** It could be read, or is thrown away; what was set aside before it stays. */
    end: () => isNewest && setKept(kept.older ?? null),
    /** What was set aside is the newest again; what was until now is set aside. */
    getBack: () => {
      const now = fingerprint(document);
      if (kept !== null && isAside) setKept({ ...kept, of: now });
      else if (kept?.older) setKept({ ...kept.older, of: now, older: { ...kept, older: null } });
    },
    dropAside: () => setKept(isNewest ? { ...kept, older: null } : null),
    dropAll: () => setKept(null),
  };
}

export type UnreadTexts = ReturnType<typeof useUnreadText>;
