// Short forms for specs: compile a document or fail, map a record or fail.
import { compileMapping, type Mapping, type MappingDocument } from '../index.js';

export function compiled(document: MappingDocument): Mapping {
  const result = compileMapping(document);
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 1));
  return result.mapping;
}

export function mapped(document: MappingDocument, record: unknown): unknown {
  const { output, errors } = compiled(document).map(record);
  if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 1));
  return output;
}

/** Maps by links written as `from → to` alone. */
export function copied(links: Record<string, string>, record: unknown): unknown {
  return mapped({ links: Object.entries(links).map(([from, to]) => ({ from, to })) }, record);
}

/** The value of a formula for a record; undefined when missing. */
export function formula(text: string, record: unknown = {}): unknown {
  const output = mapped({ links: [{ to: 'out', formula: text }] }, record) as { out?: unknown };
  return output.out;
}

export function problemCodes(document: unknown): string[] {
  const result = compileMapping(document);
  return result.ok ? [] : result.problems.map((problem) => problem.code);
}

export function errorCodes(document: MappingDocument, record: unknown): string[] {
  return compiled(document)
    .map(record)
    .errors.map((error) => error.code);
}
