// Functions of whole objects and of JSON text. They make new objects and never merge into one.
import { RecordFault } from '../run/record-fault.js';
import { sizeOf } from '../run/run-state.js';
import { toText } from '../values/coerce.js';
import { isObject, type JsonObject, setOwn } from '../values/json-value.js';
import { JsonTextError, parseJson, stringifyJson } from '../values/json-text.js';
import { checkLength, inGroup, parameter, textFunction } from './define.js';

const KEYS = parameter('keys', 'list', 'Names of members.', { required: true });

function objectOf(value: unknown): JsonObject {
  if (!isObject(value)) throw new RecordFault('NOT_TEXT', 'An object was expected.', value);
  return value;
}

function selectMembers(source: JsonObject, keeps: (key: string) => boolean): JsonObject {
  const result: JsonObject = {};
  for (const key of Object.keys(source)) if (keeps(key)) setOwn(result, key, source[key]);
  return result;
}

export const OBJECT_FUNCTIONS = inGroup('object', [
  {
    name: 'pick',
    description: 'Only the named members of an object.',
    input: 'one',
    inputKind: 'object',
    parameters: [KEYS],
    returns: 'object',
    examples: [
      { input: { a: 1, b: 2 }, options: { keys: ['a'] }, output: { a: 1 } },
      { input: { a: 1 }, options: { keys: ['x'] }, output: {} },
    ],
    build: (options) => {
      const keys = new Set((options.keys as unknown[]).map(String));
      return (input) => selectMembers(objectOf(input), (key) => keys.has(key));
    },
  },
  {
    name: 'omit',
    description: 'An object without the named members.',
    input: 'one',
    inputKind: 'object',
    parameters: [KEYS],
    returns: 'object',
    examples: [
      { input: { a: 1, b: 2 }, options: { keys: ['a'] }, output: { b: 2 } },
      { input: { a: 1 }, options: { keys: ['x'] }, output: { a: 1 } },
    ],
    build: (options) => {
      const keys = new Set((options.keys as unknown[]).map(String));
      return (input) => selectMembers(objectOf(input), (key) => !keys.has(key));
    },
  },
  {
    name: 'entries',
    description: 'The members of an object as a list of {key, value}.',
    input: 'one',
    inputKind: 'object',
    parameters: [],
    returns: 'list',
    examples: [
      { input: { a: 1 }, output: [{ key: 'a', value: 1 }] },
      { input: {}, output: [] },
    ],
    build: () => (input, state) => {
      const source = objectOf(input);
      const keys = Object.keys(source);
      state.countNodes(keys.length * 2);
      return keys.map((key) => ({ key, value: source[key] }));
    },
  },
  {
    name: 'fromEntries',
    description: 'An object from a list of {key, value}, or of objects with other member names.',
    input: 'list',
    inputKind: 'list',
    parameters: [
      parameter('key', 'text', 'Member that holds the name.', { default: 'key' }),
      parameter('value', 'text', 'Member that holds the value.', { default: 'value' }),
    ],
    returns: 'object',
    reduces: true,
    examples: [
      { input: [{ key: 'a', value: 1 }], output: { a: 1 } },
      { input: [{ n: 'a', v: 1 }], options: { key: 'n', value: 'v' }, output: { a: 1 } },
    ],
    build: (options) => (input) => {
      const result: JsonObject = {};
      for (const item of input as unknown[]) {
        if (!isObject(item)) continue;
        const key = ownMember(item, options.key as string);
        const value = ownMember(item, options.value as string);
        if (key !== undefined && key !== null && value !== undefined) setOwn(result, toText(key), value);
      }
      return result;
    },
  },
  {
    name: 'toJson',
    deep: true,
    description: 'The value as JSON text.',
    input: 'one',
    inputKind: 'any',
    parameters: [],
    returns: 'text',
    examples: [
      { input: { a: [1] }, output: '{"a":[1]}' },
      { input: 'x', output: '"x"' },
    ],
    build: () => (input) => {
      if (typeof input === 'object' && input !== null) checkLength(sizeOf(input).characters);
      const text = stringifyJson(input);
      checkLength(text.length);
      return text;
    },
  },
  textFunction({
    name: 'parseJson',
    description: 'The value that a JSON text holds.',
    returns: 'any',
    examples: [
      { input: '{"a":[1]}', output: { a: [1] } },
      { input: '{', error: 'NOT_TEXT' },
    ],
    text: () => (text) => {
      try {
        return parseJson(text);
      } catch (error) {
        if (error instanceof JsonTextError) throw new RecordFault('NOT_TEXT', 'The text is not JSON.', text);
        throw error;
      }
    },
  }),
]);

function ownMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
