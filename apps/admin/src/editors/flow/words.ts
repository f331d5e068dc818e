/** What the settings of a step are called, and the words for their closed lists. */
import type { MemberWords } from '../../kit/member-changes.js';
import type { Handler } from '../../api/types.js';

const onError = {
  continue: 'Continue, keep it in the error list',
  stop_run: 'Stop the run',
  ignore: 'Ignore it',
};
export const onMissing = {
  null: 'Go on with null',
  skip: 'Skip the record',
  error: 'Fail the record',
};

export const stepWords = {
  handler_name: { label: 'Name' },
  kind: { label: 'Kind', words: { api_call: 'API Call Handler', mapping: 'Mapping Handler' } },
  api_id: { label: 'API' },
  on_error: { label: 'When a record fails', words: onError },
  when: { label: 'Only when' },
  join: { label: 'Join with an earlier list' },
  source_handler_ids: { label: 'Sources' },
  destination_handler_id: { label: 'Destination' },
} satisfies MemberWords;

const flowLabels: Record<string, string> = {
  flow_name: 'Name',
  description: 'Description',
  handlers: 'Steps',
};

/** What a member of the draft that the service found fault with is called on the page; null: it has no word. */
export function draftLabel(
  field: string,
  handlers: readonly Handler[],
  t: (text: string) => string,
): string | null {
  const [, at, member] = /^handlers\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
  if (at === undefined) return flowLabels[field] === undefined ? null : t(flowLabels[field]);
  const step = handlers[Number(at)];
  const name = step ? step.handler_name || step.handler_id : '';
  const word = member === undefined ? undefined : (stepWords as MemberWords)[member]?.label;
  return [name, ...(word === undefined ? (member === undefined ? [] : [member]) : [t(word)])].join(', ');
}
