// Runs the tests that are saved in a document.
import type { MappingDocument, SavedTest } from '../document/document.types.js';
import type { RecordError } from '../run/run-state.js';
import { stringifyJson } from '../values/json-text.js';
import { canonicalText, isObject } from '../values/json-value.js';
import { compileMapping } from './compile.js';
import type { MappedRequest } from './mapping.js';

export interface SavedTestResult {
  name: string;
  passed: boolean;
  output: unknown;
  errors: RecordError[];
  message: string;
}

/** Each test maps its input as the record, with what else it names; a document with problems passes none. */
export function runSavedTests(document: MappingDocument): SavedTestResult[] {
  const compiled = compileMapping(document);
  return (document.tests ?? []).map((test) => {
    if (!compiled.ok) {
      const message = compiled.problems[0]?.message ?? 'The document has problems.';
      return { name: test.name, passed: false, output: null, errors: [], message };
    }
    const { input: record, response, steps, run } = test;
    const { output, errors } = compiled.mapping.run({ record, response, steps, ...(run ? { run } : {}) });
    const message = complaint(test, output, errors);
    return { name: test.name, passed: message === '', output: output?.body ?? null, errors, message };
  });
}

function complaint(test: SavedTest, output: MappedRequest | null, errors: readonly RecordError[]): string {
  const wanted = test.errors ?? [];
  if (wanted.length > 0) {
    const isSame = wanted.length === errors.length && wanted.every((error, i) => fits(error, errors[i]));
    return isSame ? '' : `Other errors were expected: ${stringifyJson(errors.map((error) => error.code))}.`;
  }
  const [first] = errors;
  if (first) return `${first.to}: ${first.message}`;
  if (!isSameOutput(test.output, output?.body)) return 'The output differs.';
  const part = (['path', 'query', 'headers'] as const).find(
    (name) => test[name] !== undefined && !isSameOutput(test[name], output?.[name] ?? {}),
  );
  return part === undefined ? '' : `The part ${part} differs.`;
}

function fits(wanted: Record<string, unknown>, error: RecordError | undefined): boolean {
  if (!error) return false;
  const found: Record<string, unknown> = { ...error };
  return Object.entries(wanted).every(([key, value]) => canonicalText(value) === canonicalText(found[key]));
}

/** Numbers by value, members also by order. */
function isSameOutput(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => isSameOutput(item, right[i]));
  }
  if (!isObject(left) || !isObject(right)) return canonicalText(left) === canonicalText(right);
  const keys = Object.keys(left);
  const others = Object.keys(right);
  return (
    keys.length === others.length &&
    keys.every((key, i) => key === others[i] && isSameOutput(left[key], right[key]))
  );
}
