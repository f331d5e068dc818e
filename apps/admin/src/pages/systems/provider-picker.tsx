/** Known OAuth providers, to fill in the form of a system. */
import { useState } from 'react';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/errors.js';
import { providersQuery } from '../../api/systems.js';
import type { Provider } from '../../api/types.js';
import { titleOf } from './provider-form.js';

export function ProviderPicker({
  project,
  onPick,
}: {
  project: string;
  /** `before`: what was picked before it. */
  onPick: (provider: Provider, before?: Provider) => void;
}) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 250);
  const [picked, setPicked] = useState<Provider>();
  const providers = useQuery(providersQuery(project, settled));
  const rows = providers.data?.rows ?? [];
  return (
    <Select
      label={t('Start from a known provider')}
      description={t('Fills in the addresses; you add the Client ID and Client Secret.')}
      placeholder={t('Search, such as Shopify or HubSpot')}
      error={providers.isError ? messageOf(providers.error) : null}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
      data={[...new Map(rows.map((row) => [row.name, { value: row.name, label: titleOf(row) }])).values()]}
      filter={({ options }) => options}
      nothingFoundMessage={providers.isFetching ? t('Searching…') : t('No provider by that name')}
      onChange={(name) => {
        const provider = rows.find((row) => row.name === name);
        if (!provider) return;
        onPick(provider, picked);
        setPicked(provider);
      }}
    />
  );
}
