/** The API that asks whether a record arrived: a GET of the same system. */
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apisQuery } from '../../../api/apis.js';
import { messageOf } from '../../../api/errors.js';
import type { OwnFieldProps } from './object-setting.js';
import classes from './settings.module.css';

interface LookupApiFieldProps extends OwnFieldProps {
  project: string;
  system: string;
}

export function LookupApiField(props: LookupApiFieldProps) {
  const { project, system, field, value, error, dataPath, onChange, onBlur } = props;
  const { t } = useTranslation();
  const apis = useQuery({ ...apisQuery(project, { system_id: system }), enabled: system !== '' });
  const choices = (apis.data?.rows ?? [])
    .filter((api) => api.method === 'GET')
    .map((api) => ({ value: api.api_id, label: `${api.api_name} · GET ${api.path}` }));
  const chosen = typeof value.api_id === 'string' && value.api_id !== '' ? value.api_id : null;
  const isKnown = chosen === null || choices.some((choice) => choice.value === chosen);
  const nothingFound = apis.isPending
    ? t('Loading')
    : choices.length > 0 || apis.isError
      ? t('No match')
      : t('The system has no API with the method GET yet.');
  return (
    <Select
      className={classes.whole ?? ''}
      label={t(field.label)}
      withAsterisk
      searchable
      description={t(
        'A GET of the same system. Its path and query parameters are filled by name from the record that was sent; record_key is its key.',
      )}
      placeholder={t('Choose an API')}
      nothingFoundMessage={nothingFound}
      data={
        isKnown ? choices : [{ value: chosen, label: apis.isPending ? t('Loading') : chosen }, ...choices]
      }
      value={chosen}
      error={error ?? (apis.error ? messageOf(apis.error) : undefined)}
      data-path={dataPath}
      onBlur={onBlur}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
