/** Gives the focus to the button of a menu when a dialog that was opened from it has closed: its item is gone then. */
import { useCallback, useRef } from 'react';

export function useFocusBack() {
  const button = useRef<HTMLButtonElement>(null);
  const back = useCallback(() => {
    // The dialog itself is taken away right after this.
    setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) button.current?.focus();
    }, 50);
  }, []);
  return { button, back };
}
