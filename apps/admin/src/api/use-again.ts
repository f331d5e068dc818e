/** What failed because the service did not answer is tried again by itself once it does. */
import { useEffect, useRef } from 'react';
import { ApiError } from './errors.js';
import { useServerGone } from './server-gone.js';
import { useSession } from './session.js';

/** A route that alone fails is not asked in a row. */
const PAUSE_MS = 1_000;

/** Whether it can work as soon as the service answers, or the person has signed in again. */
const isPassing = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.isOffline || failure.status === 401);

export function useAgain(failure: unknown, again: () => void): void {
  const gone = useServerGone((state) => state.gone);
  const isIn = useSession((state) => state.phase === 'signed_in');
  const act = useRef(again);
  act.current = again;
  const waits = isPassing(failure);
  useEffect(() => {
    if (!waits || gone || !isIn) return undefined;
    const timer = setTimeout(() => act.current(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [failure, gone, isIn, waits]);
}
