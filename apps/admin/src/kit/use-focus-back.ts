/** Gives the focus back to what opened a dialog, when it is closed or taken away. */
import { useLayoutEffect } from 'react';

/** By then the browser knows where the focus went. */
const LATER_MS = 10;

export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    // the same listener for all dialogs
    document.addEventListener('focusin', note);
    if (!opened) return undefined;
    const opener = openerOf(document.activeElement);
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const { activeElement: now } = document;
        // What took the focus in between, such as the next dialog, keeps it.
        if (now === null || now === document.body || now === atClose) opener?.focus({ preventScroll: true });
      }, LATER_MS);
    };
  }, [opened]);
}

/** A button that was pressed may have lost the focus while it was busy: what had it last stands for the body. */
let last: Element | null = null;
const note = ({ target }: FocusEvent) => {
  if (target instanceof Element) last = target;
};

/** The item of a menu is gone when the dialog closes: its button stands for it. */
function openerOf(active: Element | null): HTMLElement | null {
  const focused = active === null || active === document.body ? last : active;
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const found = button ? document.getElementById(button) : focused;
  return found instanceof HTMLElement ? found : null;
}
