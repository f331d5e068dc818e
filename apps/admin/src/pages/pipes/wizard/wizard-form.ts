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
  when: '',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  guarded: true,
  copy_from: '',
  dry_run: false,
});

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

/** A flow with a mapping has nothing to run before its fields are linked. */
export const runsAtOnce = ({ dry_run: isDry }: WizardForm, hasMapping: boolean): boolean =>
  isDry && !hasMapping;

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
