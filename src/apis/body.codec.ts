// Bodies of requests and answers: JSON with exact numbers, forms, XML, CSV and text.
import { EngineError } from '#engine';
import { ConvertError, csvToValue, parseJson, stringifyJson, valueToXml, xmlToValue } from '#mapping';
import type { BodyType } from './api-settings.types.js';
import { bodyText } from './body-text.js';
import { mediaTypeOf } from './media-type.js';

const MAX_JSON_DEPTH = 64;
const TABLES = new Set(['text/csv', 'application/csv', 'text/tab-separated-values']);
const JSON_LINES = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
]);

export const CONTENT_TYPES: Record<BodyType, string | null> = {
  none: null,
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
  text: 'text/plain; charset=utf-8',
};

export function writeBody(type: BodyType, body: unknown): string | undefined {
  if (body === undefined || type === 'none') return undefined;
  switch (type) {
    case 'json':
      return stringifyJson(body);
    case 'form':
      return formOf(body).toString();
    case 'xml':
      return xmlOf(body);
    case 'text':
      return typeof body === 'string' ? body : stringifyJson(body);
  }
}

/** A value that is no XML document is a fault of the mapping, told per record. */
function xmlOf(body: unknown): string {
  try {
    return valueToXml(body);
  } catch (error) {
    throw error instanceof ConvertError ? new EngineError('CONFIG', error.message) : error;
  }
}

/** Members as fields; lists repeat the field, nested members are named `a[b]`. */
function formOf(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) value.forEach((each) => add(name, each));
    else if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
      for (const [key, member] of Object.entries(value)) add(name === '' ? key : `${name}[${key}]`, member);
    } else form.append(name === '' ? 'value' : name, scalarText(value));
  };
  add('', body);
  return form;
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** The body by its content type; undefined when empty. Throws when it is not what it claims to be. */
export function readBody(contentType: string, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const media = mediaTypeOf(contentType);
  const { type } = media;
  const text = bodyText(media, bytes);
  if (type === 'application/json' || type.endsWith('+json')) return readJson(text);
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml')) return xmlToValue(text);
  if (TABLES.has(type)) return csvToValue(text);
  if (JSON_LINES.has(type)) return jsonLines(text);
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  return readUnnamed(text);
}

/** A value a line (ndjson.org); empty lines part nothing. */
function jsonLines(text: string): unknown[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(readJson);
}

/** JSON is often sent as text/plain or without a type; other text stays text. */
function readUnnamed(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return text.trim() === '' ? undefined : text;
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

function readJson(text: string): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!/\S/.test(body)) return undefined;
  const value = parseJson(body);
  if (isDeeperThan(MAX_JSON_DEPTH, value))
    throw new Error(`The JSON is nested deeper than ${MAX_JSON_DEPTH}.`);
  return value;
}

/** Whether a value is nested deeper than `most` levels; the walk itself goes no deeper. */
function isDeeperThan(most: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (most === 0) return true;
  if (Array.isArray(value)) {
    for (const each of value) if (isDeeperThan(most - 1, each)) return true;
    return false;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) if (isDeeperThan(most - 1, members[name])) return true;
  return false;
}
