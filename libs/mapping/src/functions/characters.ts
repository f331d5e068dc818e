// Characters as people count them: code points, never halves of a surrogate pair.

/** The first `count` code points; texts without surrogates are cut at once. */
export function firstCharacters(text: string, count: number): string {
  if (count <= 0) return '';
  if (text.length <= count) return text;
  let units = 0;
  for (let taken = 0; taken < count && units < text.length; taken++) {
    units += (text.codePointAt(units) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, units);
}

export function lastCharacters(text: string, count: number): string {
  if (count <= 0) return '';
  let start = text.length;
  for (let taken = 0; taken < count && start > 0; taken++) {
    const isPair = start > 1 && (text.codePointAt(start - 2) as number) > 0xffff;
    start -= isPair ? 2 : 1;
  }
  return text.slice(start);
}

export function characterCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if ((text.codePointAt(at) as number) > 0xffff) at++;
    count++;
  }
  return count;
}
