// CSV text to a list of records: the first line names the members, all values are text.
import { CsvError, parse } from 'csv-parse/sync';
import { type JsonObject, setOwn } from '../values/json-value.js';
import { ConvertError } from './convert-error.js';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** `a,b\n1,2` gives `[{a: "1", b: "2"}]`. The delimiter is the most frequent of , ; tab | in the first line. */
export function csvToValue(text: string): JsonObject[] {
  let rows: string[][];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (error instanceof CsvError) throw new ConvertError('BAD_CSV', error.message);
    throw error;
  }
  const [names, ...records] = rows;
  if (!names) return [];
  return records.map((cells) => {
    const record: JsonObject = {};
    names.forEach((name, column) => {
      const cell = cells[column];
      if (cell !== undefined && name !== '') setOwn(record, name, cell);
    });
    return record;
  });
}

function delimiterOf(text: string): string {
  const firstLine = /^[^\r\n]{0,100000}/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = DELIMITERS.map((delimiter) => firstLine.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
