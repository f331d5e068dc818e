/** An object of texts as ordered rows, for editing. */
export type Pair = [name: string, value: string];
export const toPairs = (object: Record<string, string> | null | undefined): Pair[] =>
  Object.entries(object ?? {});
/** Rows without a name are left out; a name that stands twice keeps its last value. */
export const fromPairs = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.filter(([name]) => name.trim() !== '').map(([name, value]) => [name.trim(), value]),
  );

/** A value that has no name would be left out in silence. */
export const namelessFault = (pairs: readonly Pair[], t: (text: string) => string): string | null =>
  pairs.some(([name, value]) => name.trim() === '' && value.trim() !== '')
    ? t('Give each value a name, or remove it.')
    : null;
