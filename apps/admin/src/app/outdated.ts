/** Whether the service was upgraded under this tab: a file of its build is gone, so a page cannot be loaded. */
import { create } from 'zustand';
import { noteAnswer } from '../api/server-gone.js';

export const useOutdated = create<{ outdated: boolean }>(() => ({ outdated: false }));

/**
 * From the start on, since any page may be the first that needs a file that is gone. A file that cannot be had while the
 * service does not answer tells nothing of an upgrade.
 */
export function watchForUpgrade(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // else the router reloads by itself, without asking
    event.preventDefault();
    fetch('/health/live', { cache: 'no-store' }).then(
      ({ ok }) => {
        // a proxy answers for a service that does not
        if (ok) useOutdated.setState({ outdated: true });
        else noteAnswer(false);
      },
      () => {
        noteAnswer(false);
      },
    );
  });
}
