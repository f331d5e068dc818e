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
  /** `$1` or `${name}` in the replacement stand for groups. */
  replaceAll(text: string, replacement: string): string;
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
    replaceAll: (text, replacement) => compiled.matcher(text).replaceAll(replacement),
  };
}
