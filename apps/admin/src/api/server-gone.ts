/** Whether the service answers at all: the thin bar at the top of every page. */
import { create } from 'zustand';

export const useServerGone = create<{ gone: boolean }>(() => ({ gone: false }));

export function noteAnswer(answered: boolean): void {
  if (useServerGone.getState().gone === answered) useServerGone.setState({ gone: !answered });
}
