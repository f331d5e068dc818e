/** A value that a dialog shows once: it stays in sight while the dialog fades out. */
import { useState } from 'react';

export function useShownOnce() {
  const [shown, setShown] = useState<{ value: string; isOpen: boolean } | null>(null);
  return {
    value: shown?.value ?? null,
    isOpen: shown?.isOpen ?? false,
    show: (value: string) => setShown({ value, isOpen: true }),
    close: () => setShown((now) => now && { ...now, isOpen: false }),
    /** The dialog is gone, or is opened for something else. */
    forget: () => setShown(null),
  };
}
