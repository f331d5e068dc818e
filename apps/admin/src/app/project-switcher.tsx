/** The project at hand, and the way to another. */
import { lazy, Suspense, useRef, useState } from 'react';
import { Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../api/types.js';
import classes from './shell.module.css';

const loadChoice = () => import('./project-choice.js');
const ProjectChoice = lazy(loadChoice);

export function ProjectSwitcher({ project }: { project: Project | undefined }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = project?.project_name ?? t('Projects');
  return (
    <Popover
      position="bottom-start"
      width={300}
      shadow="sm"
      opened={opened}
      onChange={setOpened}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={classes.switch}
          aria-label={t('Project: {{name}}', { name })}
          onClick={() => setOpened(!opened)}
          onPointerEnter={() => void loadChoice()}
        >
          <span title={project?.project_name}>{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown
        p={6}
        onKeyDown={(event) => {
          // the popover's own way would give the focus back to the field, which had it as it opened
          if (event.key !== 'Escape') return;
          button.current?.focus();
          setOpened(false);
        }}
      >
        <Suspense fallback={null}>
          <ProjectChoice now={project?.project_id} onDone={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
