// Whether the answer of a look-up holds the record that was asked for.

/** Names under which searches tell how many they found. */
const TOTALS = /^(total|count|found|hits|size|total_?(count|results|records|elements|items)|record_?count)$/i;

export function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

/**
 * A search that found nothing, where no path says where to look: the answer is nothing but an empty list under some name,
 * or holds an empty list and a total of 0 (`{"data": [], "meta": {"total": 0}}`). A record with an empty list is neither.
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
