import type { MappingFunction } from '#mapping';
import type { MappingFunctionDto } from './dto/mapping-function.dto.js';

export const toMappingFunctionDto = (definition: MappingFunction): MappingFunctionDto => ({
  name: definition.name,
  group: definition.group,
  description: definition.description,
  input: definition.input,
  input_kind: definition.inputKind,
  parameters: definition.parameters.map(({ choices, required, ...parameter }) => ({
    ...parameter,
    required: required === true,
    ...(choices ? { choices: [...choices] } : {}),
  })),
  returns: definition.returns,
  null_aware: definition.nullAware === true,
  reduces: definition.reduces === true,
  examples: definition.examples.map((example) => ({ ...example })),
});
