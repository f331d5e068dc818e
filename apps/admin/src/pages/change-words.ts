/** What changed, in the words of the pages: `activity_logs___retention_days` is "Activity log kept for (days)". */
import type { Json } from '../api/types.js';
import { printJson } from '../api/json.js';
import { short } from '../kit/short.js';

const MOST = 80;

const words: Record<string, string> = {
  users: 'Members',
  groups: 'Groups',
  general___timezone: 'Time zone',
  activity_logs___activity_logs: 'Activity log',
  activity_logs___retention_days: 'Activity log kept for (days)',
  runs___retention_days: 'Runs kept for (days)',
  runs___max_concurrent: 'Runs at once',
  alerts___on_failure: 'Alerts',
  alerts___email_addresses: 'Alerts to',
  alerts___webhook_url: 'Alerts to the URL',
};

/** Of a field that the list above does not know: "base_url" as "Base URL". */
export function fieldWords(field: string): string {
  const known = Object.hasOwn(words, field) ? words[field] : undefined;
  if (known !== undefined) return known;
  const name = field.replace(/^\w+___/, '').replaceAll('_', ' ');
  return (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll(/\b(url|id|api|http)\b/gi, (part) =>
    part.toUpperCase(),
  );
}

/** A value in few words: a list without its brackets, a group by its name, a switch as on or off. */
export function valueWords(
  value: Json,
  groupNames: ReadonlyMap<string, string>,
  t: (text: string) => string,
): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  const one = (part: Json): string =>
    typeof part === 'string' ? (groupNames.get(part) ?? part) : (printJson(part ?? null) ?? 'null');
  const isPlainList = Array.isArray(value) && value.every((part) => typeof part === 'string');
  return short(isPlainList ? value.map(one).join(', ') || '–' : one(value), MOST);
}
