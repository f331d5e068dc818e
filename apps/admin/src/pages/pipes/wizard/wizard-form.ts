/** What the wizard of a new pipe asks for, and the calls that it makes of it. */
import type { ApiCall } from '../../../kit/curl.js';

export interface WizardForm {
  /** Which of the four steps is shown. */
  step: number;
  first: string;
  flow_id: string;
  /** System id → credential id, beyond the first. */
  others: Record<string, string>;
  pipe_name: string;
  /** What was proposed as its name; another name was typed. */
  proposed_name: string;
  /** A cron; empty: only by hand. */
  when: string;
  timezone: string;
  guarded: boolean;
  /** A pipe of the same flow whose mappings are taken over; empty: none. */
  copy_from: string;
  dry_run: boolean;
}

export const emptyWizard = (): WizardForm => ({
  step: 0,
  first: '',
  flow_id: '',
  others: {},
  pipe_name: '',
  proposed_name: '',
  when: '',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  guarded: true,
  copy_from: '',
  dry_run: false,
});

/** What another flow changes: the pipe is named after it, unless a person gave it a name. */
export function withFlow(
  { pipe_name: name, proposed_name: proposed }: WizardForm,
  { flow_id, flow_name }: { flow_id: string; flow_name: string },
): Partial<WizardForm> {
  const isTyped = name.trim() !== '' && name !== proposed;
  return {
    flow_id,
    copy_from: '',
    ...(isTyped ? {} : { pipe_name: flow_name, proposed_name: flow_name }),
  };
}

/** `open`: the systems that need a connection beside the first. */
export const pipeBody = (values: WizardForm, open: readonly string[]) => ({
  pipe_name: values.pipe_name.trim(),
  flow_id: values.flow_id,
  credential_ids: [
    values.first,
    ...open.flatMap((system) => (values.others[system] ? [values.others[system]] : [])),
  ],
  ...(values.guarded ? {} : { failure_guard: null }),
  ...(values.copy_from === '' ? {} : { copy_mappings_from: values.copy_from }),
});

export const scheduleBody = ({ when, timezone }: WizardForm) => ({
  kind: 'schedule' as const,
  cron: when,
  timezone,
});

/** A flow with a mapping has nothing to run before its fields are linked, here or in the pipe that they are taken from. */
export const canRunAtOnce = ({ copy_from: from }: WizardForm, hasMapping: boolean): boolean =>
  !hasMapping || from !== '';
export const runsAtOnce = (values: WizardForm, hasMapping: boolean): boolean =>
  values.dry_run && canRunAtOnce(values, hasMapping);

export function wizardCalls(
  project: string,
  values: WizardForm,
  open: readonly string[],
  hasMapping: boolean,
): Record<'pipe' | 'schedule' | 'run', ApiCall | null> {
  const post = (route: string, body: object): ApiCall => ({
    method: 'POST',
    path: `/workspace/${project}/api/pipes/${route}`,
    body,
  });
  return {
    pipe: post('create', pipeBody(values, open)),
    schedule: values.when === '' ? null : post('<pipe_id>/triggers/create', scheduleBody(values)),
    run: runsAtOnce(values, hasMapping) ? post('run/<pipe_id>', { dry_run: true }) : null,
  };
}

const formPaths: Record<string, string> = {
  cron: 'when',
  credential_ids: 'first',
  copy_mappings_from: 'copy_from',
};
/** Where a member of the API stands in the form. */
export const toWizardPath = (field: string): string => {
  const member = field.replace(/[.[].*$/, '');
  return formPaths[member] ?? member;
};

/** As its steps call them. */
export const wizardLabels: Record<string, string> = {
  first: 'Connection',
  flow_id: 'Flow',
  pipe_name: 'Name of the pipe',
  copy_from: 'Begin with the mappings of',
  when: 'Run it',
  timezone: 'Time zone',
};
