// Texts cut short for people.

/** At most so many UTF-16 units; a character that lies across the end is left out. */
export function shortText(text: string, most: number): string {
  if (text.length <= most) return text;
  const isHalved = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isHalved ? most - 1 : most);
}
