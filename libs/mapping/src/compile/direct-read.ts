// Links that only pass a value on, or turn a text into a number: code of its own does that without calling the link.
import type { LinkType } from '../document/document.types.js';
import type { Environment } from './environment.js';
import type { LinkPlan } from './link-plan.js';
import type { LinkContext } from './link.types.js';
import { plainRead, type PlainRead } from './reader.js';

/**
 * A read of plain keys whose value mostly is the link's value. Where it is none of what is named here, the link itself
 * is to be evaluated: it gives the same for these values, and knows what to do about all others.
 */
export interface DirectRead extends PlainRead {
  /** Values of this JavaScript type pass as they are; null: all but null and undefined do. */
  passes: 'string' | 'number' | 'boolean' | null;
  passesNull: boolean;
  passesMissing: boolean;
}

const PASSES: Record<LinkType, DirectRead['passes'] | undefined> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  any: null,
  integer: undefined,
  array: undefined,
};

export function directRead(
  { link, from, calls, formula }: LinkPlan,
  env: Environment,
  { settings }: LinkContext,
): DirectRead | undefined {
  const path = from[0];
  const passes = PASSES[link.type ?? 'any'];
  if (!path || Array.isArray(link.from) || passes === undefined) return undefined;
  if (calls.length > 0 || formula !== null || link.lookup !== undefined) return undefined;
  if (link.empty_as || settings.empty_as || link.default_on?.includes('empty')) return undefined;
  if (env.unbound(path).length > 0) return undefined;
  const base = env.base(path);
  const read = plainRead(base.slot, path.steps, base.length);
  const isFilled = link.default !== undefined;
  return (
    read && {
      ...read,
      passes,
      passesNull: !isFilled && (link.on_null ?? settings.on_null) === 'null',
      passesMissing: !isFilled && !link.required && (link.on_missing ?? settings.on_missing) === 'omit',
    }
  );
}
