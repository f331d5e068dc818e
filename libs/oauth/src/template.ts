// `{{inputs.name}}` and `{{calls.name.path}}` in the requests of a token chain.

import { parsePath, valueAt } from './json-path.js';

/** What templates may read. Values of `inputs` are texts; of `calls` the parsed answers by call name. */
export type TemplateScope = { inputs: Record<string, string>; calls: Record<string, unknown> };

/** A template that names nothing usable. The message names the template, never a value. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const TEMPLATE = /\{\{\s*([^{}]*?)\s*\}\}/g;
const WHOLE = /^\s*\{\{\s*([^{}]*?)\s*\}\}\s*$/;

function lookUp(expression: string, scope: TemplateScope): unknown {
  const steps = parsePath(expression);
  const root = steps?.[0];
  if (steps === null || steps.length < 2 || (root !== 'inputs' && root !== 'calls')) {
    throw new TemplateError(`{{${expression}}} must begin with inputs. or calls.`);
  }
  const value = valueAt(scope, steps);
  if (value === undefined || value === null) throw new TemplateError(`{{${expression}}} has no value.`);
  return value;
}

function textOf(expression: string, scope: TemplateScope): string {
  const value = lookUp(expression, scope);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TemplateError(`{{${expression}}} is not text.`);
}

/** The text with its templates filled in; `encode` makes a value safe for its place. */
export function fillText(
  text: string,
  scope: TemplateScope,
  encode: (value: string) => string = (value) => value,
): string {
  return text.replace(TEMPLATE, (_, expression: string) => encode(textOf(expression, scope)));
}

/** The JSON value with templates in its texts filled in; a text that is one template takes the value's type. */
export function fillJson(value: unknown, scope: TemplateScope): unknown {
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value);
    return whole ? lookUp(whole[1] ?? '', scope) : fillText(value, scope);
  }
  if (Array.isArray(value)) return value.map((part) => fillJson(part, scope));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillJson(part, scope)]));
}

/** The expressions of all templates in a text or JSON value, for checks at save. */
export function templatesIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? '').matchAll(TEMPLATE)].map((match) => match[1] ?? '');
}
