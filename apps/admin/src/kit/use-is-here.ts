/** Whether what asks is still on the page when an answer comes. */
import { useEffect, useRef, type RefObject } from 'react';

export function useIsHere(): Readonly<RefObject<boolean>> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
