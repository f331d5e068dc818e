// Small questions about JSON values as the engine holds them: numbers may be exact, missing is `undefined`.
import { canonicalNumber, ExactNumber } from './exact-number.js';

export type JsonObject = Record<string, unknown>;

export type ValueType = 'missing' | 'null' | 'string' | 'number' | 'boolean' | 'array' | 'object';

export function typeOfValue(value: unknown): ValueType {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (value instanceof ExactNumber) return 'number';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** A plain JSON object: no array, no exact number. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** Sets an own member whatever its name: `__proto__` becomes plain data, never a prototype. */
export function setOwn(target: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** Depth to which values are compared, hashed and copied; deeper ones are refused before. */
export const MAX_DEPTH = 200;

/** A text that is equal for equal values: members sorted, numbers by value. Used as a key, not as JSON. */
export function canonicalText(value: unknown, depth = 0): string {
  return textOf(value, true, depth);
}

/** Like `canonicalText`, but members keep their order: where the value becomes output, the order shows. */
export function orderedText(value: unknown): string {
  return textOf(value, false, 0);
}

function textOf(value: unknown, sorts: boolean, depth: number): string {
  if (depth > MAX_DEPTH) return '"…"';
  switch (typeOfValue(value)) {
    case 'missing':
      return '-';
    case 'number':
      return canonicalNumber(String(value));
    case 'array':
      return `[${(value as unknown[]).map((item) => textOf(item, sorts, depth + 1)).join(',')}]`;
    case 'object': {
      const object = value as JsonObject;
      const keys = Object.keys(object);
      if (sorts) keys.sort();
      return `{${keys.map((key) => `${JSON.stringify(key)}:${textOf(object[key], sorts, depth + 1)}`).join(',')}}`;
    }
    default:
      return JSON.stringify(value);
  }
}

/** Equality by type and value; numbers by value however they are held. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  // Two scalars that are not the same are not equal; an exact number is an object.
  if (typeof left !== 'object' && typeof right !== 'object') return false;
  const type = typeOfValue(left);
  if (type !== typeOfValue(right)) return false;
  return canonicalText(left) === canonicalText(right);
}
