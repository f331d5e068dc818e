// What counts as empty, in conditions and functions alike.
import { isObject } from '../values/json-value.js';

/** null, "", [] and {} are empty; 0 and false are not. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
