// The face of the mapping engine: field trees, documents, compiled mappings, conditions, JSON text with exact numbers.
export { ExactNumber } from './values/exact-number.js';
export { JsonTextError, mayHoldExactNumber, parseJson, stringifyJson } from './values/json-text.js';
export {
  formatPath,
  parseDestinationPath,
  parseSourcePath,
  PathError,
  type DestinationPath,
  type SourcePath,
} from './paths/path.js';
export { fieldsOf, fieldTree, allFields, type Field, type FieldTree } from './fields/field-tree.js';
export { MAPPING_SCHEMA } from './document/document-schema.js';
export type { Schema as MappingSchema } from './document/json-schema.js';
export { contentHash } from './document/content-hash.js';
export type {
  Condition,
  Fix,
  Link,
  MappingDocument,
  Problem,
  ProblemCode,
  Scope,
  Warning,
} from './document/document.types.js';
export { checkDocument, compileMapping, type CompileResult } from './compile/compile.js';
export type { CompileOptions } from './fields/check-trees.js';
export { Mapping, type MappedRequest, type MappingResult } from './compile/mapping.js';
export { compileCondition, type CompiledCondition } from './conditions/compile-condition.js';
export type { RecordErrorCode } from './run/record-fault.js';
export type { MappingInput, RecordError, TracedValue } from './run/run-state.js';
export { CATALOGUE, findFunction } from './functions/catalogue.js';
export type { FunctionExample, FunctionParameter, MappingFunction } from './functions/function.types.js';
export { suggestLinks, type Suggestion, type SuggestOptions } from './suggest/suggest.js';
export { ConvertError } from './convert/convert-error.js';
export { xmlToValue } from './convert/xml.js';
export { valueToXml } from './convert/xml-writer.js';
export { csvToValue } from './convert/csv.js';
export { classifyLinks, linkedTypes, type KnownTypes, type LinkEnd } from './fields/resync.js';
export { diffDocuments, type DocumentDiff } from './document/document-diff.js';
export { runSavedTests, type SavedTestResult } from './compile/saved-tests.js';
