/** The settings of an API that are objects, member by member, as the service knows them (docs/running.md says what they do). */
import type { TFunction } from 'i18next';
import { isMembers } from '../../../api/json.js';
import type { Json } from '../../../api/types.js';
import { pagingFields } from './paging-fields.js';
import { faultsOf, type Members, type SettingField } from './setting.js';

export type ObjectSetting = 'pagination' | 'incremental' | 'batch' | 'lookup' | 'timeouts';
export type SettingName = ObjectSetting | 'retry';

const isByTime = ({ format }: Members): boolean => format !== 'id';
const answersEach = ({ answer }: Members): boolean => answer === 'by_index' || answer === 'by_key';
const answersByKey = ({ answer }: Members): boolean => answer === 'by_key';
const milliseconds = (name: string, label: string, help: string, most: number): SettingField => ({
  kind: 'number',
  name,
  label,
  help,
  least: 100,
  most,
  usual: most,
});

export const settingFields: Record<ObjectSetting, SettingField[]> = {
  pagination: pagingFields,
  incremental: [
    {
      kind: 'text',
      name: 'cursor_path',
      label: 'Change time or id in a record',
      help: 'A path. The highest value that was read is where the next run begins.',
      example: 'updated_at',
      most: 500,
      required: true,
    },
    {
      kind: 'choice',
      name: 'format',
      label: 'It is written as',
      words: {
        iso: 'Date, or date and time',
        epoch_s: 'Seconds since 1970',
        epoch_ms: 'Milliseconds since 1970',
        id: 'An id that grows',
      },
      usual: 'iso',
    },
    {
      kind: 'text',
      name: 'parameter',
      label: 'Query parameter that takes it',
      help: 'The system answers only records from this value on.',
      example: 'updated_since',
      most: 200,
      required: true,
    },
    {
      kind: 'text',
      name: 'until_parameter',
      label: 'Query parameter for the upper end',
      help: 'Takes the start of the run, less the lag. Empty: no upper end is sent.',
      example: 'updated_until',
      most: 200,
      applies: isByTime,
    },
    { kind: 'text', name: 'start_at', label: 'The first run reads', most: 100 },
    {
      kind: 'number',
      name: 'overlap_seconds',
      label: 'Overlap (s)',
      help: 'Read again before the place that was reached, for records that show up late.',
      least: 0,
      most: 31_536_000,
      usual: 60,
      applies: isByTime,
    },
    {
      kind: 'number',
      name: 'lag_seconds',
      label: 'Lag (s)',
      help: 'What changes this shortly before a run is left to the next one.',
      least: 0,
      most: 86_400,
      usual: 5,
      applies: isByTime,
    },
    {
      kind: 'flag',
      name: 'sorted',
      label: 'The records come sorted by it, lowest first',
      help: 'The place is kept after each page, else after the last one.',
      usual: false,
    },
  ],
  batch: [
    {
      kind: 'number',
      name: 'max_records',
      label: 'At most … records in a request',
      help: 'Records of two pages never share one.',
      least: 1,
      most: 10_000,
      usual: 50,
    },
    {
      kind: 'number',
      name: 'max_bytes',
      label: 'At most … bytes in a request',
      help: 'A larger record goes alone.',
      least: 1024,
      most: 33_554_432,
      usual: 1_048_576,
    },
    {
      kind: 'text',
      name: 'path',
      label: 'Where the list is in the request body',
      help: 'A path. Empty: the body is the list.',
      example: 'items',
      most: 500,
      mayBeEmpty: true,
    },
    {
      kind: 'choice',
      name: 'answer',
      label: 'The answer tells',
      words: {
        all: 'That all were taken',
        by_index: 'Each result, in the order sent',
        by_key: 'Each result, with its key',
      },
      usual: 'all',
    },
    {
      kind: 'text',
      name: 'result_path',
      label: 'Where the results are in the answer',
      help: 'A path. Empty: the answer is the list.',
      example: 'results',
      most: 500,
      applies: answersEach,
    },
    {
      kind: 'text',
      name: 'result_key_path',
      label: 'Where the key is in a result',
      help: 'A path. Its value is compared with the key of the record.',
      example: 'external_id',
      most: 500,
      applies: answersByKey,
      required: answersByKey,
    },
    {
      kind: 'flag',
      name: 'bisect',
      label: 'Split a refused request',
      help: 'After 400, 413 or 422 the halves are sent, until the bad records stand alone. Off: only after 413.',
      usual: (value) => !answersEach(value),
    },
  ],
  lookup: [
    { kind: 'text', name: 'api_id', label: 'API that asks', most: 36, required: true },
    {
      kind: 'text',
      name: 'found_path',
      label: 'Where the record is in its answer',
      help: 'A path. Nothing there: it did not arrive. Empty: where that API has its records, else the whole answer.',
      example: 'orders',
      most: 500,
    },
    {
      kind: 'text',
      name: 'id_path',
      label: 'Where its id is in the answer',
      help: 'A path. Kept as the id that the record has there. Empty: none is kept.',
      example: 'orders[0].id',
      most: 500,
    },
  ],
  timeouts: [
    milliseconds('connect_ms', 'To connect (ms)', 'Until the connection stands.', 5_000),
    milliseconds('read_ms', 'Without data (ms)', 'Until the answer begins, and between its parts.', 30_000),
    milliseconds('total_ms', 'Whole call (ms)', 'Until the answer has ended.', 120_000),
  ],
};

/** What is wrong with such a setting, by the member. */
export function objectFaults(name: ObjectSetting, value: Json, t: TFunction): Record<string, string> {
  const faults = faultsOf(settingFields[name], value, t);
  return isMembers(value) ? { ...faults, ...togetherFaults(name, value, t) } : faults;
}

/** Members that are right alone, and not together. */
function togetherFaults(name: ObjectSetting, value: Members, t: TFunction): Record<string, string> {
  if (name === 'incremental' && !isByTime(value) && value.start_at === 'now')
    return { start_at: t('An id has no “now”: choose another beginning.') };
  if (name === 'pagination' && value.kind === 'cursor') {
    const { token_path: path = null, token_header: header = null } = value;
    if ((path === null) === (header === null))
      return { token_path: t('Give a path or a header, one of both.') };
  }
  return {};
}
