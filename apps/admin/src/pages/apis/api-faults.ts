/** What the form of an API can tell before the service is asked, by the path of the field. */
import type { TFunction } from 'i18next';
import { namelessFault } from '../../kit/pairs.js';
import { jsonFault, readJson, type ApiForm } from './api-form.js';
import { objectFaults, type SettingName } from './settings/api-settings.js';
import { retryFaults } from './settings/retry-rules.js';

const pairFields = ['query_parameters', 'headers', 'sample_path', 'sample_query', 'sample_headers'] as const;

type Faults = Record<string, string | null>;

export function faultsOf(form: ApiForm, t: TFunction): Faults {
  const asks = form.on_unknown === 'lookup' && readJson(form.lookup) === null;
  return {
    api_name: form.api_name.trim() === '' ? t('Give the API a name.') : null,
    system_id: form.system_id === '' ? t('Choose a system.') : null,
    path:
      form.path.trim() === '' || /^https?:/i.test(form.path) ? t('Give a path below the base URL.') : null,
    ...Object.fromEntries(pairFields.map((name) => [name, namelessFault(form[name], t)])),
    sample_body: form.body_type === 'json' ? jsonFault(form.sample_body, t) : null,
    sample_response: jsonFault(form.sample_response, t),
    ...Object.fromEntries(
      form.more_sample_responses.map((text, position) => [
        `more_sample_responses.${position}`,
        jsonFault(text, t),
      ]),
    ),
    ...settingFaults(form, 'pagination', t),
    ...settingFaults(form, 'incremental', t),
    success_when: jsonFault(form.success_when, t),
    ...settingFaults(form, 'retry', t),
    ...settingFaults(form, 'timeouts', t),
    ...settingFaults(form, 'lookup', t),
    ...(asks ? { lookup: t('Turn it on: unknown outcomes are to be looked up.') } : {}),
    ...settingFaults(form, 'batch', t),
  };
}

function settingFaults(form: ApiForm, name: SettingName, t: TFunction): Faults {
  const value = readJson(form[name]);
  if (value === undefined) return { [name]: jsonFault(form[name], t) };
  const faults = name === 'retry' ? retryFaults(value, t) : objectFaults(name, value, t);
  return Object.fromEntries(
    Object.entries(faults).map(([part, words]) => [part === '' ? name : `${name}.${part}`, words]),
  );
}
