/** Whether the service was upgraded under this tab: a file of its build is gone, so a page cannot be loaded. */
import { create } from 'zustand';

export const useOutdated = create<{ outdated: boolean }>(() => ({ outdated: false }));

/** From the start on, since any page may be the first that needs a file that is gone. */
export function watchForUpgrade(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // else the router reloads by itself, without asking
    event.preventDefault();
    useOutdated.setState({ outdated: true });
  });
}
