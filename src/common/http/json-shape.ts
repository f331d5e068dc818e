// A look at the bytes of a JSON body before it is parsed: what is too deep or has too many members is refused for the
// price of one pass, before a hundred times its size is built in memory.

export interface JsonShape {
  /** The deepest nesting of objects and arrays. */
  depth: number;
  /** Members and entries, at least: one more than the commas. */
  members: number;
}

/** Counts outside of texts; stops where a limit is passed. The bytes need not be valid JSON. */
export function shapeOf(bytes: Buffer, limits: JsonShape): JsonShape {
  let depth = 0;
  let deepest = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) {
      at = endOfText(bytes, at);
      if (at < 0) break;
    } else if (byte === 0x2c) {
      if (++commas >= limits.members) break;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > deepest) deepest = depth;
      if (depth > limits.depth) break;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return { depth: deepest, members: commas + 1 };
}

/** The place of the closing quote, which no odd number of backslashes stands before; -1: there is none. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0x22, start + 1); at >= 0; at = bytes.indexOf(0x22, at + 1)) {
    let before = at - 1;
    while (bytes[before] === 0x5c) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return -1;
}
