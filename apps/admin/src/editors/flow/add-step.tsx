/** Adds a step: a mapping, or a call of an API that may be called. */
import { useState } from 'react';
import { Button, Menu, Text } from '@mantine/core';
import { IconApi, IconArrowsRightLeft, IconPlus, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiDefinition, System } from '../../api/types.js';
import { isAllowed } from './issues.js';
import classes from './flow.module.css';

interface AddStepProps {
  apis: ApiDefinition[];
  systems: System[];
  filled?: boolean;
  onMapping: () => void;
  onCall: (api: ApiDefinition) => void;
  onNewApi: () => void;
}
const searchable = 8;
const shownApis = 60;

export function AddStep({ apis, systems, filled, onMapping, onCall, onNewApi }: AddStepProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const names = new Map(systems.map((system) => [system.system_id, system.system_name]));
  const allowed = apis.filter((api) => isAllowed(api, systems));
  const needle = search.trim().toLowerCase();
  const found = allowed.filter((api) =>
    [api.api_name, api.path, api.method, names.get(api.system_id) ?? '']
      .join(' ')
      .toLowerCase()
      .includes(needle),
  );
  return (
    <Menu position="bottom-start" width={300} shadow="md" onClose={() => setSearch('')}>
      <Menu.Target>
        <Button
          size="xs"
          variant={filled ? 'filled' : 'default'}
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          {t('Add step')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Item
          leftSection={<IconArrowsRightLeft size={15} color="var(--pw-kind-mapping)" aria-hidden />}
          onClick={onMapping}
        >
          {t('Mapping')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('API call')}</Menu.Label>
        {allowed.length > searchable ? (
          <Menu.Search
            aria-label={t('Find an API')}
            placeholder={t('Find an API')}
            leftSection={<IconSearch size={13} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : null}
        {found.slice(0, shownApis).map((api) => (
          <Menu.Item
            key={api.api_id}
            leftSection={<IconApi size={15} color="var(--pw-kind-api)" aria-hidden />}
            onClick={() => onCall(api)}
          >
            {api.api_name}
            <Text size="xs" c="dimmed" className={classes.menuLine ?? ''}>
              {names.get(api.system_id)} · {api.method} {api.path}
            </Text>
          </Menu.Item>
        ))}
        {found.length > shownApis ? (
          <Menu.Label>
            {t('{{count, number}} more: type to find them', { count: found.length - shownApis })}
          </Menu.Label>
        ) : null}
        {found.length === 0 && needle !== '' ? <Menu.Label>{t('No API matches.')}</Menu.Label> : null}
        {allowed.length === 0 ? (
          <Menu.Item onClick={onNewApi}>
            {apis.length === 0 ? t('No API yet. Create one.') : t('No API of an enabled system. Create one.')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
