/**
 * Saves by the kept copy of their form. One that is cut off by a reload, or goes on after its page was left, must not be
 * made twice: its key is the same until it is known how it ended.
 */
import type { TFunction } from 'i18next';
import { ApiError } from '../api/errors.js';
import { tabId } from '../editors/tab-id.js';

const prefix = 'pipewright-create:';
/** A copy of the tab begins with what the session of the first holds. */
const nameOf = (id: string): string => `${prefix}${tabId()}:${id}`;
const underWay = new Map<string, Promise<boolean>>();

/** The key that a create is sent with, also after a reload. */
function createKey(id: string): string {
  const known = sessionStorage.getItem(nameOf(id));
  if (known !== null) return known;
  const fresh = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
  sessionStorage.setItem(nameOf(id), fresh);
  return fresh;
}

export const dropCreateKey = (id: string): void => sessionStorage.removeItem(nameOf(id));

/** True once it is saved, false when it failed; undefined: none is under way. */
export const saveUnderWay = (id: string): Promise<boolean> | undefined => underWay.get(id);

/** Sends with the key of the kept copy `id`, which has an end with an answer that tells how it went. */
export async function sendOnce<R>(id: string, send: (key: string) => Promise<R>, t: TFunction): Promise<R> {
  const sent = send(createKey(id));
  noteUnderWay(id, sent);
  try {
    const answer = await sent;
    dropCreateKey(id);
    return answer;
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    // the one that was sent before still runs: with the same key its answer can be asked for
    if (failure.code === 'idempotency_conflict' && failure.mayRepeat) throw failure;
    // refused: nothing was made; without an answer, or with half of one, it is not known
    if (failure.status >= 400 && failure.status < 500) dropCreateKey(id);
    if (failure.code !== 'idempotency_conflict') throw failure;
    const words = t(
      'It was sent before and may be there already: look in the list. Saved once more, it is made anew.',
    );
    throw new ApiError(words, failure.status, failure.code, [], failure.requestId);
  }
}

function noteUnderWay(id: string, save: Promise<unknown>): void {
  const ended = save.then(
    () => true,
    () => false,
  );
  underWay.set(id, ended);
  void ended.then(() => {
    if (underWay.get(id) === ended) underWay.delete(id);
  });
}
