/** A list of names that two people change: what one has added and taken out, done to what it is now. */
export function changedList(
  before: readonly string[],
  mine: readonly string[],
  now: readonly string[],
): string[] {
  const out = new Set(before.filter((name) => !mine.includes(name)));
  const added = mine.filter((name) => !before.includes(name));
  return [...new Set([...now.filter((name) => !out.has(name)), ...added])];
}
