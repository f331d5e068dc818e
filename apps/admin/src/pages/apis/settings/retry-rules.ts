/** The retry rules of an API as the fields show them: a list whose order counts. */
import type { TFunction } from 'i18next';
import { ExactNumber, isMembers } from '../../../api/json.js';
import type { Json } from '../../../api/types.js';
import { conditionFault, isWhole, type Members } from './setting.js';

/** What the service takes. */
export const mostRules = 20;
const mostStatuses = 50;

export const retryActions: Record<string, { label: string; help: string }> = {
  retry: { label: 'Send it again', help: 'Up to five times in all, after waits that grow.' },
  throttle: {
    label: 'Wait, then send it again',
    help: 'As long as the answer asks; other calls of the connection wait too.',
  },
  fail: { label: 'Fail at once', help: 'No further try.' },
  ignore: {
    label: 'Take it as good',
    help: 'A record counts as delivered; of a list, the reading ends there.',
  },
  reset_paging: {
    label: 'Read the list again',
    help: 'From the last place that was kept, as for a page token that has expired. At most three times without progress.',
  },
  restart_run: {
    label: 'Begin the run again',
    help: 'At its first step; what was delivered is skipped. At most three times.',
  },
};

export const newRule = (): Members => ({ action: 'retry' });

/** Null: only JSON can show them. A condition that is a text is one that is still being typed. */
export function readRules(value: Json): Members[] | null {
  if (value === null) return [];
  if (!Array.isArray(value)) return null;
  return value.every(isRule) ? value : null;
}

function isRule(rule: Json): rule is Members {
  if (!isMembers(rule)) return false;
  const { status = null, when = null, action, ...rest } = rule;
  return (
    Object.keys(rest).length === 0 &&
    (status === null || (Array.isArray(status) && status.every(isTag))) &&
    (when === null || typeof when === 'string' || isMembers(when)) &&
    typeof action === 'string' &&
    Object.hasOwn(retryActions, action)
  );
}

/** A number, or what was typed instead of one. */
const isTag = (status: Json): boolean =>
  typeof status === 'number' || typeof status === 'string' || status instanceof ExactNumber;

/** With another status list or condition; one that says nothing is taken away. */
export function changedRule(rule: Members, name: 'status' | 'when' | 'action', next: Json): Members {
  const isNothing = next === null || (Array.isArray(next) && next.length === 0);
  const { [name]: _old, ...rest } = rule;
  if (isNothing) return rest;
  if (name in rule) return { ...rule, [name]: next };
  const { status, when, action, ...others } = { ...rest, [name]: next };
  const ordered = { status, when, action, ...others };
  return Object.fromEntries(
    Object.entries(ordered).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

/** A rule that holds for every answer, the good ones too. */
export const isForAll = ({ status = null, when = null }: Members): boolean =>
  when === null && (status === null || (Array.isArray(status) && status.length === 0));

/** Where a rule is moved; nothing changes at the ends. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const part = list[from];
  if (part === undefined || from + by < 0 || from + by >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(from + by, 0, part);
}

/** What is wrong, by `0.status`; under an empty name what is wrong with the whole. */
export function retryFaults(value: Json, t: TFunction): Record<string, string> {
  if (value === null) return {};
  if (!Array.isArray(value) || value.length > mostRules)
    return { '': t('A list of at most {{most, number}} rules is expected.', { most: mostRules }) };
  return Object.fromEntries(value.flatMap((rule, position) => ruleFaults(rule, position, t)));
}

function ruleFaults(rule: Json, position: number, t: TFunction): [string, string][] {
  if (!isMembers(rule)) return [[String(position), t('An object is expected: {…}')]];
  const { status = null, when = null, action = null } = rule;
  const faults: [string, string | null][] = [
    ['status', status === null || areStatuses(status) ? null : t('Numbers from 100 to 599, at most 50.')],
    ['when', when === null ? null : conditionFault(when, t)],
    [
      'action',
      typeof action === 'string' && Object.hasOwn(retryActions, action)
        ? null
        : t('One of {{names}}.', { names: Object.keys(retryActions).join(', ') }),
    ],
  ];
  return faults.flatMap(([name, fault]) => (fault === null ? [] : [[`${position}.${name}`, fault]]));
}

const areStatuses = (status: Json): boolean =>
  Array.isArray(status) && status.length <= mostStatuses && status.every((each) => isWhole(each, 100, 599));
