/** The open project switcher: the service looks for what is typed, so that any of thousands is found. */
import { useEffect, useState } from 'react';
import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconFolders, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { projectsQuery } from '../api/projects.js';
import { ErrorNote, LoadingRows } from '../kit/states.js';
import { paths } from './paths.js';
import classes from './shell.module.css';

const SHOWN = 50;
const STILL_MS = 150;

export default function ProjectChoice({ now, onDone }: { now: string | undefined; onDone: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), STILL_MS);
  const projects = useQuery(projectsQuery({ search, per_page: SHOWN }));
  const found = projects.data;
  const isFound =
    search !== '' && search === typed.trim() && !projects.isPlaceholderData && (found?.rows.length ?? 0) > 0;
  const combobox = useCombobox({ opened: true });
  const { resetSelectedOption, selectFirstOption } = combobox;
  useEffect(() => {
    // Enter takes the first of those that were found for what stands there, never of those of the search before
    if (isFound) selectFirstOption();
    else resetSelectedOption();
  }, [isFound, found, selectFirstOption, resetSelectedOption]);
  const more = found === undefined ? 0 : found.page.total - found.rows.length;
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(address) => {
        onDone();
        void navigate({ to: address });
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          size="xs"
          role="combobox"
          autoFocus
          leftSection={<IconSearch size={14} aria-hidden />}
          aria-label={t('Search in {{list}}', { list: t('Projects') })}
          placeholder={t('Find a project')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label={t('Projects')} className={classes.projects}>
        {projects.isError ? (
          <ErrorNote error={projects.error} onRetry={() => void projects.refetch()} />
        ) : null}
        {found === undefined && !projects.isError ? <LoadingRows rows={3} height={32} /> : null}
        {found?.rows.map((row) => (
          <Combobox.Option key={row.project_id} value={paths.dashboard(row.project_id)}>
            <span className={classes.projectName}>
              <span>{row.project_name}</span>
              {row.project_id === now ? <IconCheck size={15} aria-label={t('Open now')} /> : null}
            </span>
          </Combobox.Option>
        ))}
        {found?.rows.length === 0 ? (
          <Combobox.Empty>
            {search === '' ? t('No projects yet') : t('Nothing by that name here.')}
          </Combobox.Empty>
        ) : null}
        {more > 0 ? (
          <Text size="xs" c="dimmed" px={8} py={4}>
            {t('{{count, number}} more: type to find them', { count: more })}
          </Text>
        ) : null}
        <Combobox.Option value={paths.projects} className={classes.allProjects ?? ''}>
          <IconFolders size={15} aria-hidden /> {t('All projects')}
        </Combobox.Option>
      </Combobox.Options>
    </Combobox>
  );
}
