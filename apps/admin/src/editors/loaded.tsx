/** A dialog whose code is loaded when it is first opened; it stays then. */
import { Suspense, useState, type ReactNode } from 'react';

export function Loaded({ when, children }: { when: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(when);
  if (when && !wanted) setWanted(true);
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
