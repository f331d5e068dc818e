// Paths of the mapping language: text to steps and back. See the grammar in docs/mapping.md, "Paths".

export type Step =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'each' };

export type SourceRoot = 'record' | 'response' | 'steps' | 'run';
export type DestinationRoot = 'body' | 'path' | 'query' | 'headers';

/** One array that a path runs through: its prefix up to and including the `[]`. */
export interface ArrayPrefix {
  /** How many steps the prefix has. */
  readonly length: number;
  /** Its text: the same for the same array, however the paths into it are written. */
  readonly key: string;
}

export interface Path<Root extends string = string> {
  readonly root: Root;
  readonly steps: readonly Step[];
  /** The arrays that it runs through, outermost first. */
  readonly arrays: readonly ArrayPrefix[];
}

export type SourcePath = Path<SourceRoot>;
export type DestinationPath = Path<DestinationRoot>;

export const MAX_PATH_DEPTH = 64;

/** Where a path text is at fault: `position` counts UTF-16 units from 0. */
export class PathError extends Error {
  constructor(
    readonly code: 'BAD_PATH' | 'FORBIDDEN_KEY',
    message: string,
    readonly position: number,
  ) {
    super(message);
    this.name = 'PathError';
  }
}

const SOURCE_ROOTS: Readonly<Record<string, SourceRoot>> = {
  '@response': 'response',
  '@steps': 'steps',
  '@run': 'run',
};
const DESTINATION_ROOTS: Readonly<Record<string, DestinationRoot>> = {
  '@path': 'path',
  '@query': 'query',
  '@headers': 'headers',
};

export function parseSourcePath(text: string): SourcePath {
  const { root, steps } = withRoot(text, parseSteps(text), SOURCE_ROOTS, 'record');
  return makePath(root, root === 'record' || root === 'run' ? steps : lowerHeaderName(root, steps));
}

export function parseDestinationPath(text: string): DestinationPath {
  const { root, steps } = withRoot(text, parseSteps(text), DESTINATION_ROOTS, 'body');
  if (root !== 'body' && steps[0]?.kind !== 'key') {
    throw new PathError('BAD_PATH', `${text} needs a name after the root, such as @query.page.`, text.length);
  }
  for (const step of steps) {
    if (step.kind === 'index' && step.index < 0) {
      throw new PathError('BAD_PATH', 'A destination index counts from 0.', negativeIndexIn(text));
    }
  }
  return makePath(root, steps);
}

/** Where the bracket of the first negative index is; a quoted name may look like one. */
function negativeIndexIn(text: string): number {
  for (const { 0: bracket, index } of text.matchAll(/\[\s*"(?:[^"\\]|\\.)*"\s*\]|\[-/g)) {
    if (bracket === '[-') return index;
  }
  return 0;
}

const NO_ARRAYS: readonly ArrayPrefix[] = [];

function makePath<Root extends SourceRoot | DestinationRoot>(root: Root, steps: readonly Step[]): Path<Root> {
  let isOpen = false;
  for (const step of steps) if (step.kind === 'each') isOpen = true;
  if (!isOpen) return { root, steps, arrays: NO_ARRAYS };
  const arrays = steps.flatMap((step, at) =>
    step.kind === 'each'
      ? [{ length: at + 1, key: formatSteps(steps.slice(0, at + 1), ROOT_PREFIX[root]) }]
      : [],
  );
  return { root, steps, arrays };
}

function withRoot<Root extends string>(
  text: string,
  steps: Step[],
  roots: Readonly<Record<string, Root>>,
  fallback: Root,
): { root: Root; steps: Step[] } {
  const first = steps[0];
  // A quoted first key (`["@path"]`) is a plain key, so a member of that name stays reachable.
  if (first?.kind !== 'key' || !text.startsWith(first.key) || !Object.hasOwn(roots, first.key)) {
    return { root: fallback, steps };
  }
  return { root: roots[first.key] as Root, steps: steps.slice(1) };
}

/** Header names are kept in lower case by the HTTP client. */
function lowerHeaderName(root: SourceRoot, steps: readonly Step[]): readonly Step[] {
  const at = root === 'response' ? 0 : root === 'steps' ? 2 : -1;
  const holder = steps[at];
  const name = steps[at + 1];
  if (holder?.kind !== 'key' || holder.key !== 'headers' || name?.kind !== 'key') return steps;
  if (root === 'steps' && !(steps[1]?.kind === 'key' && ['response', 'request'].includes(steps[1].key)))
    return steps;
  return steps.map((step, index) => (index === at + 1 ? { kind: 'key', key: name.key.toLowerCase() } : step));
}

/** Steps are gathered here and copied at their final length: documents have thousands of short paths. */
const scratch: Step[] = [];

/** Steps of a path text, roots not yet told apart. */
export function parseSteps(text: string): Step[] {
  if (text === '') throw new PathError('BAD_PATH', 'The path is empty.', 0);
  const steps = scratch;
  steps.length = 0;
  let at = 0;
  if (text.startsWith('$') && (text.length === 1 || text[1] === '.' || text[1] === '[')) at = 1;
  let needsKey = at === 0 && text[0] !== '[';
  while (at < text.length || needsKey) {
    if (needsKey) {
      at = readKey(text, at, steps);
      needsKey = false;
    } else if (text[at] === '.') {
      at++;
      if (text[at] === '[') throw new PathError('BAD_PATH', 'A point is followed by a name.', at);
      needsKey = true;
    } else if (text[at] === '[') {
      at = readBracket(text, at, steps);
    } else {
      throw new PathError('BAD_PATH', `Unexpected "${text[at] ?? ''}".`, at);
    }
    if (steps.length > MAX_PATH_DEPTH) {
      throw new PathError('BAD_PATH', `A path has at most ${MAX_PATH_DEPTH} steps.`, at);
    }
  }
  return steps.slice();
}

/** A name without quotes: no white space, control character, point, bracket or quote. */
const PLAIN_KEY = /[^\s.[\]"\u0000-\u001f]+/uy;

function readKey(text: string, at: number, steps: Step[]): number {
  let end = at;
  while (isWordCode(text.charCodeAt(end))) end++;
  // The usual name ends at a point, a bracket or the end; only others need the whole grammar.
  if (end === at || (end < text.length && text[end] !== '.' && text[end] !== '[')) {
    PLAIN_KEY.lastIndex = at;
    if (!PLAIN_KEY.test(text)) {
      throw new PathError('BAD_PATH', 'A name is expected; quote it as ["…"] if it has spaces or signs.', at);
    }
    end = PLAIN_KEY.lastIndex;
  }
  pushKey(steps, text.slice(at, end), at);
  return end;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

const QUOTED = /^\[\s*("(?:[^"\\\u0000-\u001f]|\\.)*")\s*\]/u;
const INDEX = /^\[(-?(?:0|[1-9][0-9]{0,8}))\]/;

function readBracket(text: string, at: number, steps: Step[]): number {
  if (text[at + 1] === ']') {
    steps.push({ kind: 'each' });
    return at + 2;
  }
  const rest = text.slice(at);
  const index = INDEX.exec(rest);
  if (index) {
    steps.push({ kind: 'index', index: Number(index[1]) + 0 });
    return at + index[0].length;
  }
  const quoted = QUOTED.exec(rest);
  if (!quoted) throw new PathError('BAD_PATH', 'Brackets hold nothing, an index or a quoted name.', at);
  let key: unknown;
  try {
    key = JSON.parse(quoted[1] as string);
  } catch {
    throw new PathError('BAD_PATH', 'The quoted name is not a JSON string.', at + 1);
  }
  pushKey(steps, key as string, at + 1);
  return at + quoted[0].length;
}

function pushKey(steps: Step[], key: string, at: number): void {
  if (key === '__proto__')
    throw new PathError('FORBIDDEN_KEY', '"__proto__" cannot be a step of a path.', at);
  steps.push({ kind: 'key', key });
}

const ROOT_PREFIX: Readonly<Record<SourceRoot | DestinationRoot, string>> = {
  record: '',
  body: '',
  response: '@response',
  steps: '@steps',
  run: '@run',
  path: '@path',
  query: '@query',
  headers: '@headers',
};

const PLAIN_WHOLE = /^[^\s.[\]"\u0000-\u001f]+$/u;

/** The shortest text of a path; parsing it again gives the same path. */
export function formatPath(path: Pick<Path, 'root' | 'steps'>, length = path.steps.length): string {
  const prefix = ROOT_PREFIX[path.root as SourceRoot | DestinationRoot] ?? '';
  return formatSteps(length === path.steps.length ? path.steps : path.steps.slice(0, length), prefix);
}

export function formatSteps(steps: readonly Step[], prefix = ''): string {
  let text = prefix;
  for (const step of steps) {
    if (step.kind === 'each') text += '[]';
    else if (step.kind === 'index') text += `[${step.index}]`;
    else if (isPlain(step.key, text === '')) text += text === '' ? step.key : `.${step.key}`;
    else text += `[${JSON.stringify(step.key)}]`;
  }
  return text === '' ? '$' : text;
}

function isPlain(key: string, isFirst: boolean): boolean {
  if (!PLAIN_WHOLE.test(key)) return false;
  return (
    !isFirst || (key !== '$' && !Object.hasOwn(SOURCE_ROOTS, key) && !Object.hasOwn(DESTINATION_ROOTS, key))
  );
}
