/** One call of a token chain in the form: its body as text, its headers as rows. */
import type { TokenCallDto } from '#sdk';
import { jsonOrText, parseJson, toWire } from '../../api/json.js';
import { fromPairs, toPairs, type Pair } from '../../kit/pairs.js';

export type TokenBodyType = NonNullable<TokenCallDto['body_type']>;
export interface TokenCallForm {
  name: string;
  method: NonNullable<TokenCallDto['method']>;
  url: string;
  headers: Pair[];
  body_type: TokenBodyType;
  body: string;
}

/** The first call is the sign-in; a further one reads what it answered. */
export function newCall(calls: readonly TokenCallForm[]): TokenCallForm {
  const isFirst = calls.length === 0;
  let number = calls.length + 1;
  while (calls.some((call) => call.name === `call${number}`)) number += 1;
  return {
    name: isFirst ? 'login' : `call${number}`,
    method: isFirst ? 'POST' : 'GET',
    url: '',
    headers: [],
    body_type: isFirst ? 'json' : 'none',
    body: isFirst ? '{}' : '',
  };
}

export const toCallForm = (call: TokenCallDto): TokenCallForm => ({
  name: call.name,
  method: call.method ?? 'POST',
  url: call.url,
  headers: toPairs(call.headers),
  body_type: call.body_type ?? 'none',
  body: call.body === undefined || call.body === null ? '' : jsonOrText(call.body, 2),
});

export const toCall = (form: TokenCallForm): TokenCallDto => ({
  name: form.name.trim(),
  method: form.method,
  url: form.url.trim(),
  headers: fromPairs(form.headers),
  body_type: form.body_type,
  body: bodyOf(form),
});

/** A body that is no JSON is a text with placeholders, filled in as it stands. */
function bodyOf({ body_type: type, body }: TokenCallForm): TokenCallDto['body'] {
  if (type === 'none' || body.trim() === '') return null;
  if (type === 'text') return body;
  try {
    return toWire(parseJson(body));
  } catch {
    return body;
  }
}

/** True for a body that is sent as it is written, since it is no JSON. */
export function isTemplate(form: TokenCallForm): boolean {
  return form.body_type !== 'none' && form.body_type !== 'text' && typeof bodyOf(form) === 'string';
}
