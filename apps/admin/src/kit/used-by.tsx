/** What uses a thing, with a way to each. */
import { Anchor, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Usage } from '../api/types.js';
import { paths } from '../app/paths.js';
import { Section } from './page.js';
import kit from './kit.module.css';

const pathOf: Record<string, (project: string, id: string) => string> = {
  system: paths.system,
  credential: paths.credential,
  api: paths.api,
  flow: paths.flow,
  pipe: paths.pipe,
};

export function UsageLinks({ project, usages }: { project: string; usages: Usage[] }) {
  return (
    <List size="sm" listStyleType="none">
      {usages.map(({ resource_type: type, resource_id: id, name }) => {
        const to = pathOf[type]?.(project, id);
        return (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            {to ? (
              <Anchor size="sm" component={Link} to={to} lineClamp={2}>
                {name}
              </Anchor>
            ) : (
              <span className={kit.clip}>{name}</span>
            )}
          </List.Item>
        );
      })}
    </List>
  );
}

interface UsedByProps {
  project: string;
  /** Undefined while it is not known. */
  usages: Usage[] | undefined;
  nothing: string;
}

export function UsedBy({ project, usages, nothing }: UsedByProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('Used by')}>
      {usages?.length ? (
        <UsageLinks project={project} usages={usages} />
      ) : (
        <Text c="dimmed">{usages ? nothing : ''}</Text>
      )}
    </Section>
  );
}
