// XML text to the JSON form of samples and back: an element is an object (text alone: a text), a repeated one a list,
// an attribute the member `@name`, text beside attributes `#text`. Document types and entities of one's own are refused.
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { LimitFault } from '../run/record-fault.js';
import { sizeOf } from '../run/run-state.js';
import { toText } from '../values/coerce.js';
import { isObject, type JsonObject, MAX_DEPTH } from '../values/json-value.js';
import { ConvertError } from './convert-error.js';
import { checkMarkup } from './xml-markup.js';

const ATTRIBUTE = '@';
const TEXT = '#text';
const CDATA = '#cdata';
/** Stands before each name while it is parsed: the parser would refuse or rename `constructor` and its like. */
const TAG = '\u0001';

const parser = new XMLParser({
  preserveOrder: true,
  cdataPropName: CDATA,
  transformTagName: (name) => (name.startsWith(TAG) ? name : TAG + name),
  maxNestedTags: MAX_DEPTH,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
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

/** `<order id="1"><line/><line/></order>` gives `{order: {"@id": "1", line: ["", ""]}}`; all values are text. */
export function xmlToValue(bytes: string): JsonObject {
  const text = bytes.startsWith('\uFEFF') ? bytes.slice(1) : bytes;
  checkMarkup(text);
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    const { msg, line, col } = validity.err;
    throw new ConvertError('BAD_XML', `${msg} (line ${line}, column ${col})`);
  }
  let nodes: ParsedNode[];
  try {
    nodes = parser.parse(text) as ParsedNode[];
  } catch (error) {
    throw new ConvertError('BAD_XML', error instanceof Error ? error.message : 'not XML');
  }
  const value = elementOf(nodes, undefined);
  if (!isObject(value) || Object.keys(value).length !== 1 || Array.isArray(Object.values(value)[0])) {
    throw new ConvertError('BAD_XML', 'An XML document has exactly one outermost element.');
  }
  return value;
}

/** What the parser gives in order: one member for the kind (element, text, CDATA), `:@` for the attributes. */
type ParsedNode = Record<string, unknown> & { ':@'?: JsonObject };

function elementOf(nodes: readonly ParsedNode[], attributes: JsonObject | undefined): string | JsonObject {
  const element: JsonObject = {};
  const runs = new TextRuns();
  let isText = attributes === undefined;
  for (const node of nodes) {
    if (TEXT in node) runs.add(String(node[TEXT]), false);
    else if (CDATA in node) {
      for (const part of node[CDATA] as ParsedNode[]) runs.add(String(part[TEXT]), true);
    } else {
      runs.end();
      isText = false;
      const tag = Object.keys(node).find((key) => key !== ':@') as string;
      const child = elementOf(node[tag] as ParsedNode[], node[':@']);
      addMember(element, tag.slice(TAG.length), child);
    }
  }
  const text = runs.text();
  if (isText) return text;
  if (text !== '') element[TEXT] = text;
  return Object.assign(element, attributes);
}

/** A repeated element becomes a list. */
function addMember(element: JsonObject, name: string, child: string | JsonObject): void {
  if (name === '__proto__') throw new ConvertError('BAD_XML', 'An element cannot have the name "__proto__".');
  const known = Object.hasOwn(element, name) ? element[name] : undefined;
  if (Array.isArray(known)) known.push(child);
  else element[name] = known === undefined ? child : [known, child];
}

/** The texts of one element: white space that only lays out its elements is dropped, and that at both ends. */
class TextRuns {
  private readonly kept: { text: string; isCdata: boolean }[] = [];
  private run: { text: string; isCdata: boolean }[] = [];

  add(text: string, isCdata: boolean): void {
    this.run.push({ text, isCdata });
  }

  /** An element ends the run. */
  end(): void {
    const says = this.run.some(({ text, isCdata }) => isCdata || text.trim() !== '');
    if (says) this.kept.push(...this.run);
    this.run = [];
  }

  text(): string {
    this.end();
    const first = this.kept[0];
    if (first && !first.isCdata) first.text = first.text.trimStart();
    const last = this.kept.at(-1);
    if (last && !last.isCdata) last.text = last.text.trimEnd();
    return this.kept.map(({ text }) => text).join('');
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
