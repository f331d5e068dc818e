// From the members of a request to the settings of a trigger, with everything that is wrong with them.
import { type FieldError, DomainError } from '../common/errors/domain-error.js';
import type { CreateTriggerDto, TriggerMembersDto } from './dto/trigger.dto.js';
import { cronFault } from './schedule-times.js';
import type { ScheduleSettings, WebhookSettings } from './trigger.types.js';

const SCHEDULE_MEMBERS = ['cron', 'every_seconds', 'timezone', 'missed'] as const;
const WEBHOOK_MEMBERS = [
  'verify',
  'layout',
  'algorithm',
  'encoding',
  'signature_header',
  'signature_prefix',
  'timestamp_header',
  'secret',
  'event_id_header',
  'event_id_path',
  'source_handler_id',
] as const;

/** What a `custom` layout may choose, as it is unless chosen; the others fix it. */
const OWN_SIGNATURE = {
  algorithm: 'sha256',
  encoding: 'hex',
  signature_header: null,
  signature_prefix: '',
  timestamp_header: null,
} as const;
const SIGNATURE_MEMBERS = [
  'algorithm',
  'encoding',
  'signature_header',
  'signature_prefix',
  'timestamp_header',
] as const satisfies (keyof typeof OWN_SIGNATURE)[];

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The stored settings with the change laid over; throws with every problem at once. */
export function scheduleOf(change: TriggerMembersDto, stored: ScheduleSettings | null): ScheduleSettings {
  const errors = foreignMembers(change, WEBHOOK_MEMBERS, 'schedule');
  const settings: ScheduleSettings = {
    cron: change.cron === undefined ? (stored?.cron ?? null) : change.cron,
    every_seconds:
      change.every_seconds === undefined ? (stored?.every_seconds ?? null) : change.every_seconds,
    timezone: change.timezone ?? stored?.timezone ?? (change.every_seconds ? 'UTC' : ''),
    missed: change.missed ?? stored?.missed ?? 'last',
  };
  // naming one of the two replaces the other
  if (change.cron && change.every_seconds === undefined) settings.every_seconds = null;
  if (change.every_seconds && change.cron === undefined) settings.cron = null;
  if ((settings.cron === null) === (settings.every_seconds === null)) {
    errors.push({ field: 'cron', code: 'required', message: 'is required, or every_seconds, but not both' });
  } else if (settings.cron !== null) {
    const fault = cronFault(settings.cron);
    if (fault) errors.push({ field: 'cron', code: 'invalid_format', message: fault });
  }
  if (!isTimeZone(settings.timezone)) {
    errors.push({
      field: 'timezone',
      code: settings.timezone === '' ? 'required' : 'invalid_format',
      message: 'must be an IANA time zone such as Europe/Berlin',
    });
  }
  if (errors.length > 0) throw DomainError.invalid(errors);
  return settings;
}

export function webhookOf(
  change: TriggerMembersDto,
  stored: WebhookSettings | null,
  handlerIds: ReadonlySet<string>,
): WebhookSettings {
  const errors = foreignMembers(change, SCHEDULE_MEMBERS, 'webhook');
  const before: WebhookSettings = stored ?? {
    verify: 'token',
    layout: 'custom',
    ...OWN_SIGNATURE,
    event_id_header: null,
    event_id_path: null,
    source_handler_id: null,
  };
  const given = Object.fromEntries(
    Object.entries(change).filter(([name, value]) => value !== undefined && name in before),
  );
  const settings: WebhookSettings = { ...before, ...given };
  const sent = SIGNATURE_MEMBERS.filter((name) => isSaid(change[name]));
  // Who names a layout or a header of a signature means signatures; what is only said back as it is by default does not.
  const meansSignatures =
    (isSaid(change.layout) && change.layout !== 'custom') || isSaid(change.signature_header);
  if (change.verify === undefined && meansSignatures) settings.verify = 'hmac';
  if (change.verify === 'token' && change.layout !== undefined && change.layout !== 'custom') {
    errors.push({
      field: 'verify',
      code: 'not_allowed',
      message: `must be \`hmac\` with the layout "${change.layout}": its calls are signed`,
    });
  }
  if (settings.layout !== 'custom') {
    for (const field of sent) {
      errors.push({
        field,
        code: 'not_applicable',
        message: `is fixed by the layout "${settings.layout}": leave it out, or choose \`custom\``,
      });
    }
    Object.assign(settings, OWN_SIGNATURE);
  }
  if (settings.verify === 'hmac' && settings.layout === 'custom' && !settings.signature_header) {
    errors.push({
      field: 'signature_header',
      code: 'required',
      message: 'is required for signatures of a custom layout',
    });
  }
  if (settings.source_handler_id !== null && !handlerIds.has(settings.source_handler_id)) {
    errors.push({
      field: 'source_handler_id',
      code: 'unknown_handler',
      message: 'must be an API Call Handler of the flow that reads',
    });
  }
  if (errors.length > 0) throw DomainError.invalid(errors);
  return settings;
}

function foreignMembers(
  change: TriggerMembersDto,
  names: readonly (keyof TriggerMembersDto | 'secret')[],
  kind: CreateTriggerDto['kind'],
): FieldError[] {
  return names
    .filter((name) => change[name] !== undefined)
    .map((field) => ({ field, code: 'not_applicable', message: `does not belong to a ${kind}` }));
}

function isTimeZone(zone: string): boolean {
  if (zone === '' || /^[+-]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
