/** A document with undo and redo, used by the flow editor and the mapping editor alike. */
import { temporal } from 'zundo';
import { createStore, useStore } from 'zustand';

export interface Edited<T> {
  document: T;
  /** Edits that follow one another in the same `group` (typing in one field) are one step back. */
  edit: (change: (document: T) => T, group?: string) => void;
  /** Takes a document from the server: nothing to undo before it. */
  load: (document: T) => void;
}
type Past<T> = Pick<Edited<T>, 'document'>;
const groupMs = 1_500;

export function createHistory<T extends object>(initial: T, now: () => number = Date.now) {
  let last: { group: string; document: T; at: number } | null = null;
  const store = createStore<Edited<T>>()(
    temporal(
      (set, get) => ({
        document: initial,
        edit: (change, group) => {
          const before = get().document;
          const next = change(before);
          if (next === before) return;
          const goesOn =
            last !== null &&
            last.group === group &&
            last.document === before &&
            now() - last.at < groupMs &&
            store.temporal.getState().futureStates.length === 0;
          if (goesOn) {
            store.temporal.getState().pause();
            set({ document: next });
            store.temporal.getState().resume();
          } else set({ document: next });
          last = group === undefined ? null : { group, document: next, at: now() };
        },
        load: (document) => {
          last = null;
          set({ document });
          store.temporal.getState().clear();
        },
      }),
      {
        limit: 200,
        partialize: (state): Past<T> => ({ document: state.document }),
        equality: (past, current) => past.document === current.document,
      },
    ),
  );
  return store;
}
export type History<T extends object> = ReturnType<typeof createHistory<T>>;

/** How far one can go back and forth, and the two steps. */
export function useHistory<T extends object>(history: History<T>) {
  const past = useStore(history.temporal);
  return {
    canUndo: past.pastStates.length > 0,
    canRedo: past.futureStates.length > 0,
    undo: () => {
      past.undo();
    },
    redo: () => {
      past.redo();
    },
  };
}
