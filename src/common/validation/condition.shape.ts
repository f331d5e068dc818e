// A condition, wherever one is sent outside of a mapping: in handlers, success and retry rules, and as the end of paging.
import { conditionPaths } from '#engine';
import { compileCondition, MAPPING_SCHEMA, type MappingSchema } from '#mapping';
import type { SchemaObject } from '../http/open-api.types.js';
import { also, named, type Shape } from './shapes.js';

const NAME = 'Condition';

export const condition: Shape = named(NAME, {
  schema: openApiOf(MAPPING_SCHEMA.$defs?.condition ?? {}) as SchemaObject,
  find: (value) => {
    const compiled = compileCondition(value);
    if (compiled.ok) return null;
    return `must be a condition: ${(compiled.problems[0]?.message ?? '').replace(/^The condition must be /, '')}`;
  },
});

/** A condition on an answer alone: it would never hold of what is not there, and nobody would be told. */
export const answerCondition: Shape = also(condition, (value) => {
  const path = conditionPaths(value).find((each) => !isOfAnswer(each));
  return path === undefined
    ? null
    : `must be a condition on the answer: "${path}" is not one of \`@response.status\`, \`@response.headers.<name>\` and \`@response.body…\``;
});

const NAMED = String.raw`\.\s*NAME|\[\s*"NAME"\s*\]`;

/** `.status` and `["status"]` are the same member; a status has no parts, and headers are read one by one. */
const OF_ANSWER = new RegExp(
  `^@response(?:(?:${member('status')})\\s*$|(?:${member('headers')})\\s*[.[]|(?:${member('body')})\\s*(?:[.[]|$))`,
);
const isOfAnswer = (path: string): boolean => OF_ANSWER.test(path);

function member(name: string): string {
  return NAMED.replaceAll('NAME', name);
}

/** The schema of the mapping language names its parts in another place than the OpenAPI document. */
function openApiOf(schema: MappingSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/condition"', `"#/components/schemas/${NAME}"`),
  );
}
