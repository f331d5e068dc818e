/** The fields of an API key. */
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { SystemForm } from './system-form.js';

export function ApiKeyFields({ form }: { form: UseFormReturnType<SystemForm> }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={t('API key in')}
        data={[
          { value: 'header', label: t('Header') },
          { value: 'query', label: t('Query parameter') },
        ]}
        allowDeselect={false}
        {...form.getInputProps('api_key_in')}
      />
      <TextInput
        label={t('Name of the API key')}
        classNames={{ input: 'mono' }}
        {...form.getInputProps('api_key_name')}
      />
    </SimpleGrid>
  );
}
