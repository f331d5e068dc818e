// Worked examples of the mapping language, one per line of mapping-examples.jsonl.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMapping, type MappingDocument } from '../index.js';

interface Example {
  id: string;
  title: string;
  mapping: MappingDocument;
  input: unknown;
  output?: unknown;
  errors?: Record<string, unknown>[];
  compile_error?: string;
}

const examples = readFileSync(join('libs', 'mapping', 'src', 'testing', 'mapping-examples.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Example);

describe('worked examples', () => {
  it.each(examples.map((example) => [example.id, example.title, example] as const))(
    '%s %s',
    (_id, _title, example) => {
      const compiled = compileMapping(example.mapping);
      if (example.compile_error !== undefined) {
        expect(compiled.ok ? [] : compiled.problems.map((problem) => problem.code)).toEqual([
          example.compile_error,
        ]);
        return;
      }
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
      const { output, errors } = compiled.mapping.map(example.input);
      if (example.errors) {
        expect(errors).toEqual(example.errors.map((error) => expect.objectContaining(error)));
        expect(output).toBeUndefined();
        return;
      }
      expect(errors).toEqual([]);
      expect(output).toEqual(example.output);
      expect(JSON.stringify(output)).toBe(JSON.stringify(example.output));
    },
  );
});
