/** Each entry once, in the order in which they first came. */
export const folded = (entries: readonly string[]): string[] => [...new Set(entries)];
