/**
 * A dialog with a form: open or closed, and about what. After a reload, or a visit elsewhere, it opens again when
 * something typed into it was kept (`useKeptForm` with its `draftId`, in a component inside the dialog).
 */
import { useRef, useState } from 'react';
import { clearCopy, readCopy } from '../editors/use-draft-copy.js';

interface KeptDialog {
  /** Id of what is edited, or `new`; null while it is closed. */
  about: string | null;
  opened: boolean;
  draftId: string;
  open: (about?: string) => void;
  /** What was typed stays for the next time. */
  close: () => void;
  /** It was saved: there is nothing to keep. */
  done: () => void;
}

const NEW = 'new';

/** `kind`: what it is about, in words that no other dialog of the page has; of one project, with its id. */
export function useKeptDialog(kind: string, begin: string | null = null): KeptDialog {
  const key = `pipewright-dialog:${kind}`;
  const draftOf = (about: string) => `${kind} ${about}`;
  const [about, setAbout] = useState(() => {
    const kept = sessionStorage.getItem(key);
    return kept !== null && readCopy(draftOf(kept)) !== null ? kept : begin;
  });
  // a dialog that is closing still shows its form
  const last = useRef(about ?? NEW);
  if (about !== null) last.current = about;
  const close = () => {
    sessionStorage.removeItem(key);
    setAbout(null);
  };
  return {
    about,
    opened: about !== null,
    draftId: draftOf(last.current),
    open: (next = NEW) => {
      sessionStorage.setItem(key, next);
      setAbout(next);
    },
    close,
    done: () => {
      clearCopy(draftOf(last.current));
      close();
    },
  };
}
