// The steps of a link after reading: functions → lookup → default → null policy → required → type.
import type { Link, LinkType } from '../document/document.types.js';
import { RecordFault } from '../run/record-fault.js';
import { toBoolean, toInteger, toText } from '../values/coerce.js';
import { toNumeric } from '../values/decimal.js';
import type { LinkPlan, PlannedCall } from './link-plan.js';
import type { LinkContext, Stage, Work } from './link.types.js';

const NONE: readonly Stage[] = [];

/** In the order of the language; `spreads`: a list is worked on element by element. */
export function compileStages(plan: LinkPlan, spreads: boolean, context: LinkContext): readonly Stage[] {
  const stages: Stage[] = [];
  addCalls(plan, stages);
  addLater(plan, spreads, context, stages);
  return stages.length > 0 ? stages : NONE;
}

/** The functions of the chain that work on what was read. */
function addCalls({ link, from, calls, listCall }: LinkPlan, stages: Stage[]): void {
  if (calls.length === 0) return;
  const isSeveral = Array.isArray(link.from);
  const done = from.length === 0 ? 0 : Math.max(listCall, 0);
  for (let at = done; at < calls.length; at++) {
    const { definition, run } = calls[at] as PlannedCall;
    const takesAll = isSeveral && at === done;
    let work: Work = run;
    if (definition.input === 'many' && !takesAll) work = (value, state) => run([value], state);
    else if (definition.input === 'list' && takesAll) {
      work = (value, state) =>
        run(Array.isArray(value) ? (value as unknown[]).filter((item) => item !== undefined) : value, state);
    }
    stages.push({ step: 'function', name: definition.name, work });
  }
}

/** Lookup, default, policies, required, type. */
function addLater(plan: LinkPlan, spreads: boolean, context: LinkContext, stages: Stage[]): void {
  const { link } = plan;
  if (link.lookup !== undefined) {
    const translate = context.lookup(link.lookup);
    if (!translate) {
      const at = `${plan.at}/lookup`;
      context.problems.add('UNKNOWN_LOOKUP', `There is no lookup table "${link.lookup}".`, {
        at,
        linkId: plan.id,
        fixes: context.lookupNames.slice(0, 5).map((value) => ({ label: `Use ${value}`, at, value })),
      });
    } else stages.push({ step: 'lookup', name: link.lookup, work: eachOf(translate, spreads) });
  }
  if (link.default !== undefined) {
    const fallback = link.default;
    const fillsEmpty = link.default_on?.includes('empty') === true;
    stages.push({
      step: 'default',
      name: 'default',
      work: (value) =>
        value === undefined || value === null || (fillsEmpty && value === '') ? fallback : value,
    });
  }
  const policy = compilePolicy(link, context);
  if (policy) stages.push({ step: 'policy', name: 'null and missing', work: eachOf(policy, spreads) });
  if (link.required) stages.push({ step: 'policy', name: 'required', work: requireValue });
  const coercion = link.type === undefined ? undefined : COERCIONS[link.type];
  if (coercion && link.type) stages.push({ step: 'type', name: link.type, work: eachOf(coercion, spreads) });
}

/** On a link that spreads, each element of a list is worked on by itself; a fault tells which one it was. */
function eachOf(work: (value: unknown) => unknown, spreads: boolean): Work {
  if (!spreads) return work;
  return (value) => {
    if (!Array.isArray(value)) return work(value);
    const done: unknown[] = [];
    try {
      for (const item of value as unknown[]) {
        const result = work(item);
        if (result !== undefined) done.push(result);
      }
    } catch (error) {
      if (error instanceof RecordFault) error.element = done.length;
      throw error;
    }
    return done;
  };
}

function compilePolicy(link: Link, { settings }: LinkContext): ((value: unknown) => unknown) | undefined {
  const onNull = link.on_null ?? settings.on_null;
  const onMissing = link.on_missing ?? settings.on_missing;
  if (onNull === 'null' && onMissing === 'omit') return undefined;
  return (value) => {
    const kept = value === null ? applyNull(onNull) : value;
    if (kept !== undefined) return kept;
    if (value === null || onMissing === 'omit') return undefined;
    if (onMissing === 'null') return null;
    throw new RecordFault('REQUIRED', 'The source field is missing.', null);
  };
}

export function applyNull(onNull: 'null' | 'omit' | 'error'): null | undefined {
  if (onNull === 'error')
    throw new RecordFault('NULL_NOT_ALLOWED', 'The value is null.', null, 'Set a default.');
  return onNull === 'null' ? null : undefined;
}

function requireValue(value: unknown): unknown {
  if (value === undefined) {
    throw new RecordFault(
      'REQUIRED',
      'A required field has no value.',
      null,
      'Map another field, or set a default.',
    );
  }
  return value;
}

function present(coerce: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => (value === undefined || value === null ? value : coerce(value));
}

const COERCIONS: Record<LinkType, ((value: unknown) => unknown) | undefined> = {
  string: present(toText),
  number: present((value) => (typeof value === 'number' ? value : toNumeric(value))),
  integer: present(toInteger),
  boolean: present(toBoolean),
  array: present((value) => {
    if (!Array.isArray(value)) throw new RecordFault('NOT_AN_ARRAY', 'A list was expected.', value);
    return value as unknown[];
  }),
  any: undefined,
};
