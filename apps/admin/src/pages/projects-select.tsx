/** Some of one's projects; the service looks for what is typed. */
import { useState } from 'react';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { projectQuery, projectsQuery } from '../api/projects.js';

const STILL_MS = 200;

type ProjectsSelectProps = Omit<MultiSelectProps, 'data' | 'value'> & { value?: string[] };

export function ProjectsSelect({ value = [], ...props }: ProjectsSelectProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), STILL_MS);
  const found = useQuery(projectsQuery({ search })).data?.rows ?? [];
  // those that are chosen keep their names, whatever is looked for now
  const chosen = useQueries({ queries: value.map((id) => projectQuery(id)) });
  const names = new Map([
    ...value.map((id, nth): [string, string] => [id, chosen[nth]?.data?.project_name ?? '…']),
    ...found.map((row): [string, string] => [row.project_id, row.project_name]),
  ]);
  return (
    <MultiSelect
      {...props}
      value={value}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) =>
        options.filter((option) => 'value' in option && found.some((row) => row.project_id === option.value))
      }
      nothingFoundMessage={t('No match')}
    />
  );
}
