/** The project at hand, and the way to another. */
import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconFolders } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { projectsQuery } from '../api/projects.js';
import type { Project } from '../api/types.js';
import { paths } from './paths.js';
import classes from './shell.module.css';

export function ProjectSwitcher({ project }: { project: Project | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery());
  return (
    <Menu position="bottom-start" width={260} shadow="sm">
      <Menu.Target>
        <button
          type="button"
          className={classes.switch}
          aria-label={t('Project: {{name}}', { name: project?.project_name ?? t('Projects') })}
        >
          <span title={project?.project_name}>{project?.project_name ?? t('Projects')}</span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {projects.data?.rows.map((row) => (
          <Menu.Item
            key={row.project_id}
            rightSection={row.project_id === project?.project_id ? <IconCheck size={15} /> : null}
            onClick={() => void navigate({ to: paths.dashboard(row.project_id) })}
          >
            {row.project_name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconFolders size={15} />}
          onClick={() => void navigate({ to: paths.projects })}
        >
          {t('All projects')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
