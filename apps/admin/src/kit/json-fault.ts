/** Where a text stops being JSON, in the words of a person: the parser tells it as a number of characters. */
import type { TFunction } from 'i18next';
import { messageOf } from '../api/errors.js';
import { brokenAt } from '../api/json.js';

export function jsonFaultAt(text: string, error: unknown, t: TFunction): string {
  const message = messageOf(error);
  if (!(error instanceof SyntaxError)) return message;
  const position = /at position (\d+)/.exec(message)?.[1] ?? brokenAt(text);
  if (position === undefined) return message;
  const before = text.slice(0, Number(position)).split('\n');
  return t('JSON, line {{line}}, column {{column}}: {{words}}', {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    words: message.replace(/ (in JSON )?at position \d+.*$/, '').replace(/, ".*is not valid JSON$/s, ''),
  });
}
