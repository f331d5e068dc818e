// XML text to the JSON form of samples and back: an element is an object (text alone: a text), a repeated one a list,
// an attribute the member `@name`, text beside attributes `#text`. Document types and entities of one's own are refused.
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { LimitFault } from '../run/record-fault.js';
import { sizeOf } from '../run/run-state.js';
import { toText } from '../values/coerce.js';
import { isObject, type JsonObject, MAX_DEPTH } from '../values/json-value.js';
import { ConvertError } from './convert-error.js';

const ATTRIBUTE = '@';
const TEXT = '#text';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  processEntities: true,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  format: false,
  suppressEmptyNode: false,
  suppressBooleanAttributes: false,
  processEntities: true,
});

const COMMENTS_AND_CDATA = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>/g;

/** `<order id="1"><line/><line/></order>` gives `{order: {"@id": "1", line: ["", ""]}}`; all values are text. */
export function xmlToValue(text: string): JsonObject {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text.replace(COMMENTS_AND_CDATA, ''))) {
    throw new ConvertError(
      'BAD_XML',
      'A document type is not accepted: it could bring in entities of its own.',
    );
  }
  checkNesting(text);
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    const { msg, line, col } = validity.err;
    throw new ConvertError('BAD_XML', `${msg} (line ${line}, column ${col})`);
  }
  let value: unknown;
  try {
    value = parser.parse(text);
  } catch (error) {
    throw new ConvertError('BAD_XML', error instanceof Error ? error.message : 'not XML');
  }
  if (!isObject(value) || Object.keys(value).length !== 1) {
    throw new ConvertError('BAD_XML', 'An XML document has exactly one outermost element.');
  }
  return value;
}

/** Open tags without their ends, counted before anything recursive reads the text. */
function checkNesting(text: string): void {
  let depth = 0;
  for (const [tag] of text.matchAll(/<[^!?][^>]{0,10000}>/g)) {
    if (tag.startsWith('</')) depth--;
    else if (!tag.endsWith('/>')) depth++;
    if (depth > MAX_DEPTH)
      throw new ConvertError('TOO_DEEP', `Elements may be nested at most ${MAX_DEPTH} deep.`);
  }
}

/** XML 1.0 names, without the signs that nobody uses in them. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u;

/** The text of a value with one outermost member; the reverse of `xmlToValue`. */
export function valueToXml(value: unknown): string {
  const names = isObject(value) ? Object.keys(value) : [];
  const [root] = names;
  if (!isObject(value) || root === undefined || names.length !== 1 || Array.isArray(value[root])) {
    throw new ConvertError('BAD_XML', 'An XML body has exactly one outermost element.');
  }
  try {
    sizeOf(value);
  } catch (error) {
    if (error instanceof LimitFault) throw new ConvertError('TOO_LARGE', error.message);
    throw error;
  }
  return builder.build(writable(value));
}

/** Every scalar as its text; names are checked, control characters left out. */
function writable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? writable(item) : scalar(item)));
  if (!isObject(value)) return scalar(value);
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const name = key.startsWith(ATTRIBUTE) ? key.slice(1) : key;
    if (key !== TEXT && (!NAME.test(name) || name === '__proto__')) {
      throw new ConvertError('BAD_XML', `"${key}" is no name of an XML element or attribute.`);
    }
    if (key.startsWith(ATTRIBUTE) || key === TEXT) result[key] = scalar(member);
    else result[key] = writable(member);
  }
  return result;
}

// XML 1.0, production Char: most control characters cannot be written at all.
const FORBIDDEN = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]', 'g');

function scalar(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' && !isExact(value)) {
    throw new ConvertError('BAD_XML', 'A list inside a list, or an object as text, has no form in XML.');
  }
  return toText(value).replace(FORBIDDEN, '');
}

function isExact(value: object): boolean {
  return !Array.isArray(value) && !isObject(value);
}
