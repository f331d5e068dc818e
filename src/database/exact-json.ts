// Columns of type `json` keep every digit of their numbers, as their text does: no double comes in between. `jsonb`
// columns hold nothing of other systems that is read again as numbers and stay with the driver's own ways.
import pg from 'pg';
import type { ColumnType, DataSource } from 'typeorm';
import { parseJson, stringifyJson } from '#mapping';
import { jsonbText } from './storable.js';

const JSON_OID: number = pg.types.builtins.JSON;

/** For a pool: reads `json` with exact numbers. */
export const exactJsonTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (Number(oid) === JSON_OID && format !== 'binary') return parseJson;
    const plain = pg.types.getTypeParser(oid, format) as (value: string) => unknown;
    return plain;
  },
};

interface Prepares {
  preparePersistentValue(value: unknown, column: { type: ColumnType }): unknown;
}

/** Lets the data source write `json` columns with exact numbers, and `jsonb` columns with texts they can hold; TypeORM offers no other place for it. */
export function withExactJson(dataSource: DataSource): DataSource {
  const driver = dataSource.driver as unknown as Prepares;
  const prepare = driver.preparePersistentValue.bind(driver);
  driver.preparePersistentValue = (value, column) => {
    if (value === null || value === undefined || typeof value === 'function') return prepare(value, column);
    if (column.type === 'json') return stringifyJson(value);
    return column.type === 'jsonb' ? jsonbText(value) : prepare(value, column);
  };
  return dataSource;
}
