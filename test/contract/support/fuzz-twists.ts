// What is changed about a request that would do: the form of its query, of its path, of its headers and of its numbers.
import fc, { type Arbitrary } from 'fast-check';
import { ODD_NUMBERS } from './fuzz-corpus.js';
import { HEADER_NAMES, HEADER_VALUES, HEADERS } from './fuzz-headers.js';

type Headers = Record<string, string | string[]>;

/** The forms in which clients write a parameter that is a list, a map, or there twice. */
const QUERY_FORMS: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}&${name}=${value}`,
  (name, value) => `${name}=${value}&${name}=`,
  (name, value) => `${name}[]=${value}`,
  (name, value) => `${name}[]=${value}&${name}[]=${value}`,
  (name, value) => `${name}[0]=${value}&${name}[1000000]=x`,
  (name, value) => `${name}[a]=${value}`,
  (name, value) => `${name}%5Ba%5D%5Bb%5D=${value}`,
  (name, value) => `${name}.a=${value}`,
  (name, value) => `${name}${'[a]'.repeat(200)}=${value}`,
  (name) => name,
  (name) => `${name}=`,
  (name, value) => `=${value}`,
  (name, value) => `${name}==${value}`,
  (name, value) => `${name}=${value};${name}=x`,
  (name, value) => `${name},x=${value}`,
  (name, value) => `${name.toUpperCase()}=${value}`,
  (name, value) => `%${(name.charCodeAt(0) || 0x61).toString(16)}${name.slice(1)}=${value}`,
  (name, value) => `+${name}+=+${value}+`,
  (name) => `${name}=%00`,
  (name) => `${name}=%FF%FE`,
  (name) => `${name}=%E2%82`,
  (name) => `${name}=%ED%A0%80`,
  (name) => `${name}=%25%32%35`,
  (name) => `${name}=%u0041`,
  (name) => `${name}=${'%F0%9F%92%A9'.repeat(300)}`,
  (name) => Array.from({ length: 300 }, (_, index) => `${name}=${index}`).join('&'),
];

/** `value` is encoded already. */
export const oddParameter = (name: string, value: string): Arbitrary<string> =>
  fc.constantFrom(...QUERY_FORMS).map((form) => form(name, value));

const percent = (char: string): string => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

const PATH_FORMS: readonly ((path: string, at: number) => string)[] = [
  (path, at) => path.slice(0, at) + percent(path[at] ?? 'x') + path.slice(at + 1),
  (path, at) => path.slice(0, at) + percent(path[at] ?? 'x').toUpperCase() + path.slice(at + 1),
  (path, at) => `${path.slice(0, at)}%25${percent(path[at] ?? 'x').slice(1)}${path.slice(at + 1)}`,
  (path, at) => path.slice(0, at) + (path[at] ?? '').toUpperCase() + path.slice(at + 1),
  (path, at) => `${path.slice(0, at)}//${path.slice(at)}`,
  (path, at) => `${path.slice(0, at)}/./${path.slice(at)}`,
  (path, at) => `${path.slice(0, at)}%2e%2e%2f${path.slice(at)}`,
  (path, at) => `${path.slice(0, at)};jsessionid=1${path.slice(at)}`,
  (path, at) => `${path.slice(0, at)}%e3%80%82${path.slice(at)}`,
  (path, at) => path.slice(0, at),
  (path) => `${path}.json`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}/?`,
  (path) => `${path}%2f`,
  (path) => `${path}%20`,
  (path) => `${path}%09`,
  (path) => `${path}::$DATA`,
  (path) => `/index.html/..${path}`,
  (path) => `/assets/..%2f${path.slice(1)}`,
];

export const oddPath = (path: string): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...PATH_FORMS), fc.integer({ min: 1, max: Math.max(1, path.length - 1) }))
    .map(([form, at]) => form(path, at));

/** One to four headers that change how a request is read, and one with any value. */
export const oddHeaders: Arbitrary<Headers> = fc
  .tuple(
    fc.array(fc.constantFrom(...HEADERS), { minLength: 0, maxLength: 3 }),
    fc.constantFrom(...HEADER_NAMES),
    fc.oneof(
      fc.constantFrom(...HEADER_VALUES),
      fc
        .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
          maxLength: 30,
        })
        .map((codes) => String.fromCharCode(...codes)),
    ),
  )
  .map(([known, name, value]) => ({ ...(Object.assign({}, ...known) as Headers), [name]: value }));

/** A JSON text with one of its numbers written as JSON.stringify never writes one; without a number, as it is. */
export function withOddNumber(text: string): Arbitrary<string> {
  const places = [...text.matchAll(/(?<=[:[,])-?\d+(?:\.\d+)?(?=[,\]}])/g)];
  if (places.length === 0) return fc.constant(text.replace(/:(?:null|true|false)/, ':1e400'));
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(...ODD_NUMBERS))
    .map(
      ([place, number]) =>
        text.slice(0, place.index) + number + text.slice(place.index + (place[0]?.length ?? 0)),
    );
}
