// Finds the error code and the description in an object answer, in the spellings that servers use.

import { isObject } from './json-path.js';

type Words = { code: string | null; description: string | null };

/** The first value that is text and not blank. */
export const firstText = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null;

/** HubSpot names its errors in `status`; where it says "failure" or "error" it is no code. */
const statusWord = (value: unknown): unknown =>
  typeof value === 'string' && /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(value) ? value : undefined;

function codeOf(value: Record<string, unknown>): string | null {
  return firstText(value.error, value.error_code, value.errorCode, value.code, statusWord(value.status));
}

function descriptionOf(value: Record<string, unknown>): string | null {
  return firstText(
    value.error_description,
    value.error_message,
    value.errorSummary,
    value.message,
    value.error_reason,
    value.detail,
    value.msg,
    value.title,
  );
}

/** The words of an error that stands as an object in the answer (Google's and Facebook's APIs). */
function ofNested({ error }: Record<string, unknown>): Words {
  if (!isObject(error)) return { code: null, description: null };
  return {
    code: firstText(error.code, error.type, error.status),
    description: firstText(error.message, error.detail),
  };
}

/** The words of the first of several errors (JSON:API, eBay), a text or an object. */
function ofList({ errors }: Record<string, unknown>): Words {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (isObject(first)) return { code: codeOf(first), description: descriptionOf(first) };
  return { code: null, description: firstText(first) };
}

/** The words of a gateway (Apigee). */
function ofFault({ fault }: Record<string, unknown>): Words {
  if (!isObject(fault)) return { code: null, description: null };
  const detail = isObject(fault.detail) ? fault.detail : {};
  return { code: firstText(detail.errorcode), description: firstText(fault.faultstring) };
}

/** Error code and description of an object answer; null where it tells none. */
export function errorOf(value: Record<string, unknown>): Words {
  const nested = ofNested(value);
  const own = {
    code: firstText(value.error) ?? nested.code ?? codeOf(value),
    description:
      firstText(value.error_description, value.error_message) ?? nested.description ?? descriptionOf(value),
  };
  if (own.code !== null || own.description !== null) return own;
  const listed = ofList(value);
  return listed.code !== null || listed.description !== null ? listed : ofFault(value);
}
