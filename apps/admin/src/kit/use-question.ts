/** A question that something under way waits for: it goes on with the answer that a dialog gives. */
import { useCallback, useRef, useState } from 'react';

export function useQuestion() {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<((answer: boolean) => void) | null>(null);
  const ask = useCallback(
    (): Promise<boolean> =>
      new Promise((resolve) => {
        waiting.current = resolve;
        setIsOpen(true);
      }),
    [],
  );
  /** The first answer counts. */
  const answer = useCallback((isYes: boolean) => {
    waiting.current?.(isYes);
    waiting.current = null;
    setIsOpen(false);
  }, []);
  return { isOpen, ask, answer };
}
