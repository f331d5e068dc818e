// Every project setting: key `<section>___<name>`, type, default, and what is wrong with a value.
import { isEmailAddress } from '../../common/validation/fields.decorator.js';

export interface SettingDefinition {
  key: string;
  description: string;
  type: 'boolean' | 'integer' | 'string' | 'string_list';
  default: unknown;
  /** Words when the value is not fine, else null. */
  find: (value: unknown) => string | null;
}

const boolean = (value: unknown) => (typeof value === 'boolean' ? null : 'must be true or false');

const integer = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max
    ? null
    : `must be a whole number from ${min} to ${max}`;

const timeZone = (value: unknown) => {
  const words = 'must be an IANA time zone such as Europe/Berlin';
  if (typeof value !== 'string' || /^[+-]/.test(value)) return words;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return null;
  } catch {
    return words;
  }
};

const emails = (value: unknown) => {
  if (!Array.isArray(value) || value.length > 50) return 'must be an array of at most 50 e-mail addresses';
  const at = value.findIndex((entry) => !isEmailAddress(entry));
  return at < 0 ? null : `[${at}] must be an e-mail address such as ann@example.com`;
};

const webhookUrl = (value: unknown) => {
  if (value === '') return null;
  const isHttp =
    typeof value === 'string' &&
    value.length <= 2000 &&
    URL.canParse(value) &&
    ['http:', 'https:'].includes(new URL(value).protocol);
  return isHttp ? null : 'must be an absolute http(s) URL, or empty for none';
};

export const SETTINGS: readonly SettingDefinition[] = [
  {
    key: 'activity_logs___activity_logs',
    description: 'Project activity logs are kept.',
    type: 'boolean',
    default: false,
    find: boolean,
  },
  {
    key: 'activity_logs___retention_days',
    description: 'Days that activity logs are kept.',
    type: 'integer',
    default: 365,
    find: integer(1, 3650),
  },
  {
    key: 'general___timezone',
    description: 'Offered first for schedules and mappings, never used silently.',
    type: 'string',
    default: 'UTC',
    find: timeZone,
  },
  {
    key: 'runs___retention_days',
    description: 'Days that runs are kept.',
    type: 'integer',
    default: 30,
    find: integer(1, 3650),
  },
  {
    key: 'runs___max_concurrent',
    description: 'Runs of the project at once.',
    type: 'integer',
    default: 5,
    find: integer(1, 100),
  },
  {
    key: 'alerts___on_failure',
    description: 'Tell when a run fails.',
    type: 'boolean',
    default: false,
    find: boolean,
  },
  {
    key: 'alerts___email_addresses',
    description: 'Who is told by e-mail.',
    type: 'string_list',
    default: [],
    find: emails,
  },
  {
    key: 'alerts___webhook_url',
    description: 'Where a failure is posted to; empty: nowhere.',
    type: 'string',
    default: '',
    find: webhookUrl,
  },
];

const BY_KEY = new Map(SETTINGS.map((setting) => [setting.key, setting]));

export const findSetting = (key: string): SettingDefinition | undefined => BY_KEY.get(key);

/** Texts and lists that are empty until they are set: null clears them. */
export const canBeCleared = ({ default: initial }: SettingDefinition): boolean =>
  initial === '' || (Array.isArray(initial) && initial.length === 0);

/** Every key with its value, defaults included. */
export const fullSettings = (stored: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    SETTINGS.map(({ key, default: fallback }) => [key, Object.hasOwn(stored, key) ? stored[key] : fallback]),
  );
