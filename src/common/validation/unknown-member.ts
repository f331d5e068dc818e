// The words about a member that a body may not have: they name those that it may, as far as they fit in a sentence.
const MOST_NAMES = 30;

export function unknownMemberWords(known: Iterable<string>): string {
  const names = [...known].map((name) => `\`${name}\``);
  if (names.length === 0) return 'is not a known member here: none is';
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return `is not a known member here: known are ${shown}${names.length > MOST_NAMES ? ', …' : ''}`;
}
