/** What a retry does, said before it is begun: which records, with which version, from which handler on. */
import type { TFunction } from 'i18next';
import type { Flow } from '../../api/types.js';

/** Keys that are named one by one. */
const named = 5;

export const recordKeys = (keys: readonly string[]): string =>
  keys.slice(0, named).join(', ') + (keys.length > named ? ', …' : '');

/** `records`: the keys, or words for all of a kind. */
export function retryWords(t: TFunction, flow: Flow | undefined, records: string): string {
  const first = flow?.handlers.find((handler) => handler.kind === 'mapping');
  return t(
    'A new run maps their stored source again with the current mapping and sends them by the published flow (version {{version}}), from {{handler}} on. What was delivered is not sent again. Records: {{records}}',
    {
      version: flow?.published_version ?? '–',
      handler: first ? t('“{{name}}”', { name: first.handler_name }) : t('the step after the reading'),
      records,
    },
  );
}
