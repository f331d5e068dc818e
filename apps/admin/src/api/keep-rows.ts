/** While a filter changes, the rows of the one before stay in sight; those of another place never do. */

/** `place`: how the key of every query begins whose rows may stand in for one another. */
export const keepRows =
  (...place: readonly unknown[]) =>
  <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    place.every((part, position) => query?.queryKey[position] === part) ? previous : undefined;
