/** A document with undo and redo, used by the flow editor and the mapping editor alike. */
import { temporal } from 'zundo';
import { createStore, useStore } from 'zustand';

export interface Edited<T> {
  document: T;
  edit: (change: (document: T) => T) => void;
  /** Takes a document from the server: nothing to undo before it. */
  load: (document: T) => void;
}
type Past<T> = Pick<Edited<T>, 'document'>;

export function createHistory<T extends object>(initial: T) {
  const store = createStore<Edited<T>>()(
    temporal(
      (set, get) => ({
        document: initial,
        edit: (change) => {
          const next = change(get().document);
          if (next !== get().document) set({ document: next });
        },
        load: (document) => {
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
