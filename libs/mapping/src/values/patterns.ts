// User patterns on RE2 (linear time in the text), never on RegExp.
import { RE2JS } from 're2js';

const MAX_PATTERN = 1000;

/** A state of the automaton costs about as much as this many plain steps. */
const COST_PER_STATE = 4;

export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

export interface Pattern {
  /** Steps that a search takes per character of text, at most. */
  readonly cost: number;
  matches(text: string): boolean;
  /**
   * A replacement with `$1`, `${1}` or `${name}` for groups and `$$` for a dollar sign; `grown` hears of every text put
   * in. Throws `PatternError` for a group that the pattern does not have.
   */
  replacer(replacement: string): (text: string, grown: (length: number) => void) => string;
}

/** Compiles RE2 syntax; look-around and back-references do not exist in it. */
export function compilePattern(source: string, ignoreCase = false): Pattern {
  if (source.length > MAX_PATTERN) throw new PatternError(`A pattern has at most ${MAX_PATTERN} characters.`);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    throw new PatternError(
      `The pattern is not valid: ${error instanceof Error ? error.message : 'unknown fault'}.`,
    );
  }
  return {
    cost: COST_PER_STATE * Math.max(1, compiled.programSize()),
    matches: (text) => compiled.matcher(text).find(),
    replacer: (replacement) => {
      const parts = replacementParts(replacement, compiled);
      return (text, grown) =>
        compiled.matcher(text).replaceAll((...groups: unknown[]) => {
          let result = '';
          for (const part of parts) result += typeof part === 'string' ? part : textOf(groups[part]);
          grown(result.length);
          return result;
        });
    },
  };
}

const textOf = (group: unknown): string => (typeof group === 'string' ? group : '');

const REFERENCE = /\$(?:\$|([0-9]+)|\{([0-9]+)\}|\{([A-Za-z_][A-Za-z0-9_]*)\})/g;

/** Plain texts and numbers of groups, in order. `$12` is group 12 where there is one, else group 1 before a 2. */
function replacementParts(replacement: string, compiled: RE2JS): (string | number)[] {
  const parts: (string | number)[] = [];
  const count = compiled.groupCount();
  const names = compiled.namedGroups();
  let end = 0;
  for (const match of replacement.matchAll(REFERENCE)) {
    const [all, digits, braced, name] = match;
    parts.push(replacement.slice(end, match.index));
    end = match.index + all.length;
    if (all === '$$') {
      parts.push('$');
      continue;
    }
    let number = name === undefined ? (digits ?? braced ?? '') : ownGroup(names, name);
    while (digits !== undefined && number.length > 1 && Number(number) > count) {
      number = number.slice(0, -1);
      end--;
    }
    if (number === '' || Number(number) > count) throw new PatternError(`The pattern has no group ${all}.`);
    parts.push(Number(number));
  }
  parts.push(replacement.slice(end));
  return parts;
}

function ownGroup(names: Record<string, number>, name: string): string {
  return Object.hasOwn(names, name) ? String(names[name]) : '';
}
