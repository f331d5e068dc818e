import type { TFunction } from 'i18next';
import { parseJson } from '../api/json.js';
import { jsonFaultAt } from './json-fault.js';

/** Fills in the words of the key. */
const t = ((key: string, values: Record<string, unknown>) =>
  key.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))) as TFunction;

const faultOf = (text: string): string => {
  try {
    parseJson(text);
    return 'none';
  } catch (error) {
    return jsonFaultAt(text, error, t);
  }
};

it('names the parser, the line and the column of what is no JSON', () => {
  expect(faultOf('{\n "a": 1,\n x}')).toMatch(/^JSON, line 3, column 2: \S/);
});

it('says the same of a text with a number that a double would change', () => {
  expect(faultOf('{\n "a": 12345678901234567890,\n x}')).toMatch(/^JSON, line 3, column 2: \S/);
});

it('names the place also where the browser does not', () => {
  expect(faultOf('yy {"a": 1}')).toBe("JSON, line 1, column 1: Unexpected token 'y'");
});

it('leaves the words of other faults as they are', () => {
  expect(jsonFaultAt('{}', new Error('"links" is a list.'), t)).toBe('"links" is a list.');
});
