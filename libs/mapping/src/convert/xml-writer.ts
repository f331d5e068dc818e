// The JSON form of XML (see xml.ts) written as XML text.
import { LimitFault } from '../run/record-fault.js';
import { sizeOf } from '../run/run-state.js';
import { toText } from '../values/coerce.js';
import { isObject, type JsonObject } from '../values/json-value.js';
import { ConvertError } from './convert-error.js';
import { encodeAttribute, encodeText } from './xml-text.js';

const ATTRIBUTE = '@';
const TEXT = '#text';

/** XML 1.0 names, without the signs that nobody uses in them. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u;

/** The text of a value with one outermost member; the reverse of `xmlToValue`. */
export function valueToXml(value: unknown): string {
  const names = isObject(value) ? Object.keys(value) : [];
  const [root] = names;
  const isDocument = isObject(value) && root !== undefined && names.length === 1 && isElement(root);
  if (!isDocument || Array.isArray(value[root])) {
    throw new ConvertError('BAD_XML', 'An XML body has exactly one outermost element.');
  }
  try {
    sizeOf(value);
  } catch (error) {
    if (error instanceof LimitFault) throw new ConvertError('TOO_LARGE', error.message);
    throw error;
  }
  const out: string[] = [];
  writeElement(root, value[root], out);
  return out.join('');
}

const isElement = (key: string): boolean => key !== TEXT && !key.startsWith(ATTRIBUTE);

/** A list is the element again and again. */
function writeElement(name: string, value: unknown, out: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) writeOne(name, item, out);
  } else writeOne(name, value, out);
}

function writeOne(name: string, value: unknown, out: string[]): void {
  checkName(name, name);
  if (!isObject(value)) {
    out.push(`<${name}>`, encodeText(scalar(value)), `</${name}>`);
    return;
  }
  out.push(`<${name}`, attributesOf(value), '>');
  for (const key of Object.keys(value)) {
    if (key === TEXT) out.push(encodeText(scalar(value[key])));
    else if (isElement(key)) writeElement(key, value[key], out);
  }
  out.push(`</${name}>`);
}

function attributesOf(element: JsonObject): string {
  let text = '';
  for (const key of Object.keys(element)) {
    if (!key.startsWith(ATTRIBUTE)) continue;
    const name = key.slice(ATTRIBUTE.length);
    checkName(name, key);
    text += ` ${name}="${encodeAttribute(scalar(element[key]))}"`;
  }
  return text;
}

function checkName(name: string, key: string): void {
  if (NAME.test(name) && name !== '__proto__') return;
  throw new ConvertError('BAD_XML', `"${key}" is no name of an XML element or attribute.`);
}

function scalar(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) || isObject(value)) {
    throw new ConvertError('BAD_XML', 'A list inside a list, or an object as text, has no form in XML.');
  }
  return toText(value);
}
