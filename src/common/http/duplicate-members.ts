// JSON.parse keeps the last of two members with one name and says nothing; two readers of one body must not differ.
import { joinFieldPath } from './field-path.js';

interface Level {
  /** null: an array. */
  names: Set<string> | null;
  /** Of the entry that is being read, in an array. */
  index: number;
  /** Of the member that is being read, in an object. */
  name: string;
}

/** The path of the first member that is there twice, or null. `text` is valid JSON. */
export function findDuplicateMember(text: string): string | null {
  const levels: Level[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1);
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        if (isName && level?.names) {
          const name = nameAt(text, at, end);
          level.name = name;
          if (level.names.has(name)) return pathOf(levels);
          level.names.add(name);
          isName = false;
        }
        at = end;
        break;
      }
      case 0x7b: // {
        levels.push({ names: new Set(), index: 0, name: '' });
        isName = true;
        break;
      case 0x5b: // [
        levels.push({ names: null, index: 0, name: '' });
        isName = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop();
        isName = false;
        break;
      case 0x2c: // ,
        if (level?.names) isName = true;
        else if (level) level.index++;
        break;
    }
  }
  return null;
}

/** Built for a fault only: a body has up to 100,000 members. */
const pathOf = (levels: Level[]): string =>
  levels.reduce((path, { names, index, name }) => joinFieldPath(path, names ? name : String(index)), '');

/** The place of the closing quote: the first that no odd number of backslashes stands before. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === 0x5c) before--;
    if ((at - before) % 2 === 1) return at;
  }
}

function nameAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}
