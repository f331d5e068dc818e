/** A request or an answer of a test as it goes over the wire, instead of as the JSON that tells of it. */
import { jsonOrText, parseJson, printJson, type Json } from '../../api/json.js';

/** JSON in a text is laid out; anything else, such as one that was cut, stays as it is. */
function bodyOf(body: Json): string {
  if (typeof body !== 'string') return jsonOrText(body, 2);
  try {
    return printJson(parseJson(body), 2) ?? body;
  } catch {
    return body;
  }
}

export function shownMessage(message: Json): string {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return jsonOrText(message, 2);
  const { method, url, status, content_type: type, headers, body, ...rest } = message as Record<string, Json>;
  const named = Object.entries((headers ?? {}) as Record<string, Json>);
  const head = [
    [method, url, status]
      .filter((part) => part !== undefined && part !== null)
      .map((part) => jsonOrText(part))
      .join(' '),
    ...named.map(([name, value]) => `${name}: ${jsonOrText(value)}`),
    ...(type === undefined || type === null ? [] : [`content-type: ${jsonOrText(type)}`]),
    // what this version does not know is shown too
    ...Object.entries(rest).map(([name, value]) => `${name}: ${jsonOrText(value)}`),
  ].filter((line) => line !== '');
  const text = body === undefined || body === null ? '' : bodyOf(body);
  return [head.join('\n'), text].filter((part) => part !== '').join('\n\n');
}
