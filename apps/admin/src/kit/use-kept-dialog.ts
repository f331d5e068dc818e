/**
 * A dialog with a form: open or closed, and about what. After a reload, or a visit elsewhere, it opens again when
 * something typed into it was kept (`useKeptForm` with its `draftId`, in a component inside the dialog).
 */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useRouteSearch } from '../app/route.js';
import { clearCopy, readCopy } from '../editors/use-draft-copy.js';

export interface KeptDialog {
  /** Id of what is edited, or `new`; null while it is closed. */
  about: string | null;
  opened: boolean;
  /** As `about`; while it closes, what it was about. */
  last: string;
  draftId: string;
  open: (about?: string) => void;
  /** What was typed stays for the next time. */
  close: () => void;
  /** It was saved: there is nothing to keep. */
  done: () => void;
}

const NEW = 'new';

/**
 * `kind`: what it is about, in words that no other dialog of the page has; of one project, with its id. `byAddress`: a
 * link with `connect=new` opens it.
 */
export function useKeptDialog(kind: string, { byAddress = false } = {}): KeptDialog {
  const navigate = useNavigate();
  const search = useRouteSearch();
  const key = `pipewright-dialog:${kind}`;
  const draftOf = (about: string) => `${kind} ${about}`;
  const isWanted = byAddress && search.connect !== undefined;
  const [about, setAbout] = useState(() => {
    const kept = sessionStorage.getItem(key);
    return kept !== null && readCopy(draftOf(kept)) !== null ? kept : isWanted ? NEW : null;
  });
  // a dialog that is closing still shows its form
  const last = useRef(about ?? NEW);
  if (about !== null) last.current = about;
  const open = (next = NEW) => {
    sessionStorage.setItem(key, next);
    setAbout(next);
  };
  const close = () => {
    sessionStorage.removeItem(key);
    setAbout(null);
    // else it would open with each reload
    if (isWanted) void navigate({ to: '.', search: { ...search, connect: undefined }, replace: true });
  };
  useEffect(() => {
    if (isWanted && about === null) open();
    // by the link alone: it is closed before the address has changed
  }, [isWanted]);
  return {
    about,
    opened: about !== null,
    last: last.current,
    draftId: draftOf(last.current),
    open,
    close,
    done: () => {
      clearCopy(draftOf(last.current));
      close();
    },
  };
}
