/**
 * A dialog whose code is loaded when it is first opened; it stays then. The focus goes back to what opened it: a dialog
 * that is mounted open does not know that itself.
 */
import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

export function Loaded({ when, children }: { when: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(when);
  if (when && !wanted) setWanted(true);
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (when) {
      opener.current = openerOf(document.activeElement);
      return;
    }
    const atClose = document.activeElement;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      const isFree = activeElement === null || activeElement === document.body || activeElement === atClose;
      if (isFree) opener.current?.focus({ preventScroll: true });
      opener.current = null;
    }, 10);
    return () => {
      clearTimeout(timer);
    };
  }, [when]);
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/** The item of a menu is gone when the dialog closes: its button stands for it. */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const found = button ? document.getElementById(button) : focused;
  return found instanceof HTMLElement ? found : null;
}
