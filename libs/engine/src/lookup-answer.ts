// Whether the answer of a look-up holds the record that was asked for.
import { scalarText } from './identity.js';

/** Names under which searches tell how many they found. */
const TOTALS = /^(total|count|found|hits|size|total_?(count|results|records|elements|items)|record_?count)$/i;

/** As the texts of XML and CSV, too; words such as "NO" may be what was asked for (a country). */
const NOTHING: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  false,
  0,
  '',
  '0',
  'false',
  'False',
  'FALSE',
]);

/** What stands for nothing, an empty list, and an object that holds nothing else (`{}`, `{"order": null}`). */
export function isNothing(value: unknown): boolean {
  if (NOTHING.has(value)) return true;
  return scalarText(value) === null && Object.values(value as object).every(isNothing);
}

/** A refusal that a retry rule ignores, and a page for people (a sign-in, a proxy's words), say nothing of a record. */
export function isUnsure({ status }: { status: number }, body: unknown): boolean {
  return status < 200 || status >= 300 || (typeof body === 'string' && !isNothing(body));
}

/**
 * A search that found nothing, where no path says where to look: the answer holds an empty list and nothing but it under
 * some name, or a total of 0 beside it (`{"data": [], "meta": {"total": 0}}`). A record with an empty list is neither.
 */
export function isEmptySearch(body: unknown): boolean {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return false;
  const members = Object.values(body);
  const hasEmptyList = members.some((member) => Array.isArray(member) && member.length === 0);
  return hasEmptyList && (members.length === 1 || saysZero(body) || members.some(saysZero));
}

function saysZero(value: unknown): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.entries(value).some(([name, total]) => TOTALS.test(name) && (total === 0 || total === '0'));
}
