// One look over XML text before anything recursive reads it: how deep its elements go, and that it declares nothing.
import { MAX_DEPTH } from '../values/json-value.js';
import { ConvertError } from './convert-error.js';

/**
 * Refuses document types, markup without an end, elements nested too deeply, and text behind the outermost element.
 * Linear in the length of the text.
 */
export function checkMarkup(text: string): void {
  let depth = 0;
  let isOver = false;
  let end = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', end)) {
    if (isOver) requireBlank(text.slice(end, at));
    end = endOfMarkup(text, at);
    const second = text[at + 1];
    if (second === '!' || second === '?') continue;
    if (second === '/') depth--;
    else if (text[end - 2] !== '/') depth++;
    if (depth > MAX_DEPTH)
      throw new ConvertError('TOO_DEEP', `Elements may be nested at most ${MAX_DEPTH} deep.`);
    isOver = depth === 0;
  }
  if (isOver) requireBlank(text.slice(end));
}

function requireBlank(text: string): void {
  if (text.trim() !== '') throw new ConvertError('BAD_XML', 'There is text behind the outermost element.');
}

/** The position behind the tag, comment, CDATA or instruction that begins at `at`. */
function endOfMarkup(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return endOf(text, '-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return endOf(text, ']]>', at + 9);
  if (text.startsWith('<?', at)) return endOfInstruction(text, at);
  if (text.startsWith('<!', at)) {
    throw new ConvertError(
      'BAD_XML',
      'A document type is not accepted: it could bring in entities of its own.',
    );
  }
  return text.startsWith('</', at) ? endOf(text, '>', at) : endOfTag(text, '>', at);
}

/** The position behind the next `end`. */
function endOf(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  if (found < 0) throw new ConvertError('BAD_XML', `"${end}" is missing.`);
  return found + end.length;
}

const QUOTE_OR_END = /["'>]/g;

/** Like `endOf`, but quoted attributes may hold anything. */
function endOfTag(text: string, end: '>' | '?>', from: number): number {
  QUOTE_OR_END.lastIndex = from;
  for (let found = QUOTE_OR_END.exec(text); found; found = QUOTE_OR_END.exec(text)) {
    const [sign] = found;
    if (sign !== '>') QUOTE_OR_END.lastIndex = endOf(text, sign, found.index + 1);
    else if (end === '>' || text[found.index - 1] === '?') return found.index + 1;
  }
  throw new ConvertError('BAD_XML', `"${end}" is missing.`);
}

/** The parser reads quoted parts of an instruction as one; where that makes another end, the text is refused. */
function endOfInstruction(text: string, from: number): number {
  const end = endOf(text, '?>', from + 2);
  if (endOfTag(text, '?>', from) !== end)
    throw new ConvertError('BAD_XML', 'A quote in an instruction is not closed.');
  return end;
}
