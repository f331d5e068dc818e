/** The tests saved in a mapping document: each a record, and the body (or the errors) that it must become. */
import type { Json } from '../../api/types.js';
import type { MappingDocument, MappingTest } from './document.js';

/** A name that no test has: `plain order`, `plain order 2`. */
export function freshTestName(document: MappingDocument, wanted: string): string {
  const taken = new Set((document.tests ?? []).map((test) => test.name));
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

export const addTest = (document: MappingDocument, test: MappingTest): MappingDocument => ({
  ...document,
  tests: [...(document.tests ?? []), { ...test, name: freshTestName(document, test.name) }],
});

export const updateTest = (
  document: MappingDocument,
  position: number,
  change: Partial<MappingTest>,
): MappingDocument => ({
  ...document,
  tests: (document.tests ?? []).map((test, at) => (at === position ? { ...test, ...change } : test)),
});

export function removeTest(document: MappingDocument, position: number): MappingDocument {
  const { tests = [], ...rest } = document;
  const left = tests.toSpliced(position, 1);
  return left.length > 0 ? { ...rest, tests: left } : rest;
}

/** What the mapping makes of the record now becomes what it must make: a body, or the errors it ends with. */
export function expectNow(
  document: MappingDocument,
  position: number,
  found: { body: Json | undefined; errors: { code: string; to?: string | null | undefined }[] },
): MappingDocument {
  const tests = (document.tests ?? []).map((test, at): MappingTest => {
    if (at !== position) return test;
    const { name, input } = test;
    return found.errors.length > 0
      ? { name, input, errors: found.errors.map(errorOf) }
      : { name, input, output: found.body ?? null };
  });
  return { ...document, tests };
}

const errorOf = ({ code, to }: { code: string; to?: string | null | undefined }): Record<string, Json> =>
  to ? { code, to } : { code };
