/** How the list of an API is read: page after page, and only what is new. */
import { Select, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import kit from '../../kit/kit.module.css';
import { options } from '../labels.js';
import type { ApiForm } from './api-form.js';
import { ObjectSettingFields, type OwnFieldProps } from './settings/object-setting.js';
import { pagingKinds, pagingOf, sharesLine } from './settings/paging-fields.js';
import { StartAtField } from './settings/start-at-field.js';
import settings from './settings/settings.module.css';

export function PagingTab({ form }: { form: UseFormReturnType<ApiForm> }) {
  const { t } = useTranslation();
  return (
    <Stack className={kit.form ?? ''}>
      <ObjectSettingFields
        form={form}
        name="pagination"
        title={t('Paging')}
        on={t('How a long list is asked for, page after page.')}
        own={{ kind: (props) => <PagingKindField {...props} /> }}
      />
      <ObjectSettingFields
        form={form}
        name="incremental"
        title={t('Only what is new')}
        on={t('A run reads only what changed since the last one.')}
        off={t('Every run reads everything.')}
        own={{ start_at: (props) => <StartAtField {...props} /> }}
      />
    </Stack>
  );
}

/** Another kind has other members. */
function PagingKindField({ field, value, error, dataPath, onWhole }: OwnFieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      className={sharesLine(value) ? '' : (settings.alone ?? '')}
      label={t(field.label)}
      allowDeselect={false}
      data={options(pagingKinds, t)}
      value={typeof value.kind === 'string' ? value.kind : 'none'}
      error={error}
      data-path={dataPath}
      onChange={(kind) => onWhole(pagingOf(kind ?? 'none', value))}
    />
  );
}
