// CSV text to a list of records: the first line names the members, all values are text.
import { CsvError, parse } from 'csv-parse/sync';
import { type JsonObject, setOwn } from '../values/json-value.js';
import { ConvertError } from './convert-error.js';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** All of them, for a text may mix them. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/** What Excel writes and reads as first line to name the delimiter, which is no data. */
const DELIMITER_LINE = /^\uFEFF?"?sep=([^"\r\n])"?\1*(?:\r\n|\n|\r|$)/i;

/**
 * `a,b\n1,2` gives `[{a: "1", b: "2"}]`. The delimiter is the one that a first line `sep=;` names, else the most frequent
 * of , ; tab | in the first line. A name that comes again is numbered: `a,a` gives `a` and `a_2`. A record with more
 * cells than there are names is `BAD_CSV`, with its line; empty ones behind the last name are none.
 */
export function csvToValue(text: string): JsonObject[] {
  const [line = '', named] = DELIMITER_LINE.exec(text) ?? [];
  const rows = parsed(text.slice(line.length), named ?? delimiterOf(text), line === '' ? 0 : 1);
  const [header, ...records] = rows;
  if (!header) return [];
  const names = numbered(header);
  return records.map((cells) => {
    const record: JsonObject = {};
    names.forEach((name, column) => {
      const cell = cells[column];
      if (cell !== undefined && name !== '') setOwn(record, name, cell);
    });
    return record;
  });
}

/** `linesBefore`: what was taken off the beginning, for the numbers of lines in words. */
function parsed(text: string, delimiter: string, linesBefore: number): string[][] {
  let names: number | undefined;
  let last = 0;
  let pairsBefore = 0;
  try {
    return parse(text, {
      bom: true,
      delimiter,
      record_delimiter: LINE_ENDS,
      // a quote inside a plain field is a sign like any other: 5" nail
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        names ??= cells.length;
        const breaks = lines - last > 1 ? breaksIn(cells) : { signs: 0, pairs: 0 };
        if (cells.slice(names).some((cell) => cell !== '')) {
          throw surplus(cells, names, lines - breaks.signs - pairsBefore + linesBefore);
        }
        last = lines;
        pairsBefore += breaks.pairs;
        return cells;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new ConvertError('BAD_CSV', error.message);
    throw error;
  }
}

/** Signs of line ends in quoted cells, and how many of them only end a pair: the parser counts each by itself. */
function breaksIn(cells: readonly string[]): { signs: number; pairs: number } {
  const text = cells.join('\0');
  return { signs: text.match(/[\r\n]/g)?.length ?? 0, pairs: text.match(/\r\n/g)?.length ?? 0 };
}

/** What is behind the last name would be lost. */
function surplus(cells: readonly string[], names: number, line: number): ConvertError {
  const hasQuote = cells.some((cell) => cell.includes('"'));
  const cause = hasQuote
    ? 'A quote inside a cell does not hold it together: a cell with delimiters begins and ends with one.'
    : 'A cell that holds the delimiter stands in quotes.';
  return new ConvertError(
    'BAD_CSV',
    `Line ${line} of the CSV has ${cells.length} cells, and the first line names ${names}. ${cause}`,
  );
}

/** Each name once: the second `a` becomes `a_2`, or the next number that no other column has. */
function numbered(header: readonly string[]): string[] {
  const given = new Set(header);
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return header.map((name) => {
    if (name === '' || !taken.has(name)) {
      taken.add(name);
      return name;
    }
    let count = counts.get(name) ?? 1;
    do count++;
    while (given.has(`${name}_${count}`) || taken.has(`${name}_${count}`));
    counts.set(name, count);
    taken.add(`${name}_${count}`);
    return `${name}_${count}`;
  });
}

const MAX_FIRST_LINE = 100_000;

/** Delimiters are counted outside quoted cells, in the first line that is not empty. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isAtStart = true;
  let isEmptyLine = true;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < Math.min(text.length, MAX_FIRST_LINE); at++) {
    const sign = text[at] as string;
    isEmptyLine &&= sign === '\n' || sign === '\r';
    const wasAtStart = isAtStart;
    isAtStart = !isQuoted && counts.has(sign);
    if (sign === '"' && isQuoted) {
      // a doubled quote is one sign of the cell
      if (text[at + 1] === '"') at++;
      else isQuoted = false;
    } else if (sign === '"' && wasAtStart) isQuoted = true;
    else if (!isQuoted) {
      if (sign === '\n' || sign === '\r') {
        if (!isEmptyLine) break;
        isAtStart = true;
        continue;
      }
      const count = counts.get(sign);
      if (count !== undefined) counts.set(sign, count + 1);
    }
  }
  const most = Math.max(...counts.values());
  return DELIMITERS.find((delimiter) => counts.get(delimiter) === most) ?? ',';
}
