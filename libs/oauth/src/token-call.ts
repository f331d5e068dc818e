// One call of a token chain: how its templates become a request, and how it is shown.

import { fillJson, fillText, type TemplateScope } from './template.js';
import { MASK, type ShownRequest, shownUrl } from './trace.js';

/** One call of the chain; texts may hold templates. */
export type TokenCall = {
  name: string;
  method: string;
  url: string;
  headers?: Record<string, string> | null;
  body_type?: 'form' | 'json' | 'none' | 'text' | 'xml' | null;
  body?: unknown;
};

/** A value with one outermost member as XML text; throws an error with words for people. */
export type XmlWriter = (value: unknown) => string;

const CONTENT_TYPES: Record<string, string> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml',
};

const escapeXml = (text: string) => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

export type BuiltCall = { method: string; url: string; headers: Record<string, string>; body: string | null };

/** Members as fields; lists repeat the field, nested members are named `a[b]`. */
function formPairs(name: string, value: unknown, scope: TemplateScope): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => formPairs(name, each, scope));
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, member]) =>
      formPairs(name === '' ? key : `${name}[${key}]`, member, scope),
    );
  return [[name, typeof value === 'string' ? fillText(value, scope) : JSON.stringify(value)]];
}

function buildBody(call: TokenCall, scope: TemplateScope, writeXml: XmlWriter): string | null {
  const { body, body_type: type } = call;
  if (body == null || type == null || type === 'none') return null;
  if (typeof body !== 'string') {
    if (type === 'form') return new URLSearchParams(formPairs('', body, scope)).toString();
    if (type === 'xml') return writeXml(fillJson(body, scope));
    if (type === 'json') return JSON.stringify(fillJson(body, scope));
  }
  const encode = { form: encodeURIComponent, json: escapeJson, xml: escapeXml, text: (text: string) => text }[
    type
  ];
  return fillText(typeof body === 'string' ? body : JSON.stringify(body), scope, encode);
}

/** The request of the call. Throws TemplateError, and what `writeXml` throws. */
export function buildCall(call: TokenCall, scope: TemplateScope, writeXml: XmlWriter): BuiltCall {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.headers ?? {})) headers[name] = fillText(value, scope);
  const has = (name: string) => Object.keys(headers).some((key) => key.toLowerCase() === name);
  const body = buildBody(call, scope, writeXml);
  const contentType = CONTENT_TYPES[call.body_type ?? 'none'];
  if (body !== null && contentType !== undefined && !has('content-type'))
    headers['Content-Type'] = contentType;
  if (!has('accept')) headers.Accept = 'application/json, */*;q=0.5';
  // Values are encoded, so that an input can never change the host or add a path step.
  return { method: call.method, url: fillText(call.url, scope, encodeURIComponent), headers, body };
}

/** The call as shown: templates instead of values. */
export function shownCall(call: TokenCall): ShownRequest {
  const headers = Object.fromEntries(
    Object.entries(call.headers ?? {}).map(([name, value]) => [name, value.includes('{{') ? value : MASK]),
  );
  return { method: call.method, url: shownUrl(call.url), headers, body: call.body == null ? null : MASK };
}
