/** Something that is tried on a click: whether it is under way, and what it failed with, until it is tried again. */
import { useState } from 'react';

export interface Failure {
  error: unknown;
  retry: () => void;
}

export function useAttempt() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const attempt = (act: () => Promise<void>): void => {
    setFailure(null);
    setIsBusy(true);
    act()
      .catch((error: unknown) => setFailure({ error, retry: () => attempt(act) }))
      .finally(() => setIsBusy(false));
  };
  return { attempt, isBusy, failure };
}
