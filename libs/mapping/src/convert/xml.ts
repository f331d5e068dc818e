// XML text to the JSON form of samples: an element is an object (text alone: a text), a repeated one a list,
// an attribute the member `@name`, text beside attributes `#text`. Document types and entities of one's own are refused.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isObject, type JsonObject, MAX_DEPTH } from '../values/json-value.js';
import { ConvertError } from './convert-error.js';
import { checkMarkup } from './xml-markup.js';
import { decodeAttribute, decodeText } from './xml-text.js';

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
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** `<order id="1"><line/><line/></order>` gives `{order: {"@id": "1", line: ["", ""]}}`; all values are text. */
export function xmlToValue(bytes: string): JsonObject {
  const text = bytes.startsWith('\uFEFF') ? bytes.slice(1) : bytes;
  checkMarkup(text);
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    const { msg, line, col } = validity.err;
    throw new ConvertError('BAD_XML', `${shortened(msg)}${place(line, col)}`);
  }
  let nodes: ParsedNode[];
  try {
    nodes = parser.parse(text) as ParsedNode[];
  } catch (error) {
    throw new ConvertError('BAD_XML', error instanceof Error ? shortened(error.message) : 'not XML');
  }
  const value = elementOf(nodes, undefined);
  if (!isObject(value) || Object.keys(value).length !== 1 || Array.isArray(Object.values(value)[0])) {
    throw new ConvertError('BAD_XML', 'An XML document has exactly one outermost element.');
  }
  return value;
}

const MAX_MESSAGE = 200;

/** Messages of the parser may name every element that is open. */
const shortened = (message: string): string =>
  message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE)}…`;

/** Not every fault of the parser has a place. */
const place = (line?: number, column?: number): string =>
  line === undefined || column === undefined ? '' : ` (line ${line}, column ${column})`;

/** What the parser gives in order: one member for the kind (element, text, CDATA), `:@` for the attributes. */
type ParsedNode = Record<string, unknown> & { ':@'?: JsonObject };

function elementOf(nodes: readonly ParsedNode[], attributes: JsonObject | undefined): string | JsonObject {
  const element: JsonObject = {};
  const runs = new TextRuns();
  let isText = attributes === undefined;
  for (const node of nodes) {
    if (TEXT in node) runs.add(decodeText(String(node[TEXT])), false);
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
  for (const [name, value] of Object.entries(attributes ?? {}))
    element[name] = decodeAttribute(String(value));
  return element;
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
    if (says) for (const part of this.run) this.kept.push(part);
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
