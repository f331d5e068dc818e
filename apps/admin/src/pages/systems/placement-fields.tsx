/** Where and how a generated token stands on every API call. */
import { Autocomplete, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { options, tokenPlaces } from '../labels.js';
import type { SystemForm } from './system-form.js';

const formats = ['Bearer DYNAMIC_TOKEN[access_token]', 'Bearer DYNAMIC_TOKEN', 'DYNAMIC_TOKEN'];

export function PlacementFields({ form }: { form: UseFormReturnType<SystemForm> }) {
  const { t } = useTranslation();
  const inUrl = form.values.add_authorization_data_to === 'request_url';
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={t('Add Authorization Data to')}
        data={options(tokenPlaces)}
        allowDeselect={false}
        {...form.getInputProps('add_authorization_data_to')}
      />
      {inUrl ? (
        <TextInput
          label={t('Query parameter')}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('authorization_query_parameter')}
        />
      ) : (
        <TextInput
          label={t('Header')}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('authorization_header')}
        />
      )}
      <Autocomplete
        label={t('Authorization Format')}
        description={t(
          'DYNAMIC_TOKEN stands for the token; DYNAMIC_TOKEN[member] for a member of the JSON answer.',
        )}
        data={formats}
        filter={({ options: all }) => all}
        classNames={{ input: 'mono' }}
        style={{ gridColumn: '1 / -1' }}
        {...form.getInputProps('authorization_format')}
      />
    </SimpleGrid>
  );
}
