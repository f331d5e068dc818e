/**
 * Answers the value, and holds nothing but it. V8 keeps one context for all closures of a call: one written in place
 * would hold what its neighbours use as well, such as a record with its page.
 */
export const always =
  <T>(value: T) =>
  (): T =>
    value;
