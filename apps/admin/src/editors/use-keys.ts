/** Keys of the editors: save, undo, redo, and `?` for the list of keys. A text field keeps its own undo and its `?`. */
import { useEffect } from 'react';

interface Keys {
  save: () => void;
  undo: () => void;
  redo: () => void;
  help: () => void;
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useEditorKeys({ save, undo, redo, help }: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey) return;
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey)) {
        if (key === '?' && !isTyping(event.target)) {
          event.preventDefault();
          help();
        }
        return;
      }
      if (key === 's') {
        event.preventDefault();
        save();
      } else if ((key === 'z' || key === 'y') && !isTyping(event.target)) {
        event.preventDefault();
        if (event.shiftKey || key === 'y') redo();
        else undo();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [save, undo, redo, help]);
}
