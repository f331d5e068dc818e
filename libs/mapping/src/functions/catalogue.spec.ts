// The examples of every function are its tests, as a block and, where it can be written so, as a formula.
import { compileMapping, type MappingDocument, type MappingInput } from '../index.js';
import { CATALOGUE } from './catalogue.js';
import type { FunctionExample, MappingFunction } from './function.types.js';

const RUN = { id: 'run-1', started_at: '2026-01-10T12:00:00Z' };

function documentOf(
  definition: MappingFunction,
  example: FunctionExample,
): { mapping: MappingDocument; input: MappingInput } {
  const lookups = { payment: { entries: [['paid', 'PAID']] as [unknown, unknown][] } };
  const fn = [[definition.name, example.options ?? {}]] as MappingDocument['links'][number]['fn'];
  if (definition.input === 'many') {
    const values = example.input as unknown[];
    const names = values.map((_, index) => `v${index}`);
    const record = Object.fromEntries(values.map((value, index) => [names[index], value]));
    return { mapping: { lookups, links: [{ to: 'out', from: names, fn }] }, input: { record, run: RUN } };
  }
  return {
    mapping: { lookups, links: [{ to: 'out', from: 'v', fn }] },
    input: { record: { v: example.input }, run: RUN },
  };
}

const cases = CATALOGUE.flatMap((definition) =>
  definition.examples.map(
    (example, index) => [`${definition.name} ${index + 1}`, definition, example] as const,
  ),
);

describe('catalogue', () => {
  it('has unique names, descriptions and described parameters', () => {
    expect(new Set(CATALOGUE.map((definition) => definition.name)).size).toBe(CATALOGUE.length);
    for (const definition of CATALOGUE) {
      expect(definition.description).toMatch(/^.{10,120}$/);
      for (const parameter of definition.parameters) expect(parameter.description).toMatch(/^.{5,120}$/);
    }
  });

  it.each(cases)('example %s', (_name, definition, example) => {
    const { mapping, input } = documentOf(definition, example);
    const compiled = compileMapping(mapping);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    const { output, errors } = compiled.mapping.run(input);
    if (example.error !== undefined) {
      expect(errors.map((error) => error.code)).toEqual([example.error]);
      return;
    }
    expect(errors).toEqual([]);
    expect(output?.body).toEqual(example.output === undefined ? {} : { out: example.output });
  });
});
