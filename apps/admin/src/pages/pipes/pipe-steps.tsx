/** The steps of a pipe's flow. A mapping node stands only where the flow has a Mapping Handler. */
import { Button, Group, Text } from '@mantine/core';
import { IconApi, IconArrowsRightLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mappingNodesQuery } from '../../api/mappings.js';
import { credentialsQuery, systemsQuery } from '../../api/systems.js';
import type { ApiDefinition, Flow, Pipe } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import kit from '../../kit/kit.module.css';
import flowClasses from '../../editors/flow/flow.module.css';

interface PipeStepsProps {
  project: string;
  pipe: Pipe;
  flow: Flow;
  apis: ApiDefinition[];
}

export function PipeSteps({ project, pipe, flow, apis }: PipeStepsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const nodes = useQuery(mappingNodesQuery(project, pipe.pipe_id));
  const systems = useQuery(systemsQuery(project)).data?.rows ?? [];
  const credentials = useQuery(credentialsQuery(project)).data?.rows ?? [];
  return (
    <Section title={t('Steps')} padded={false}>
      {flow.handlers.map((handler, position) => {
        const border = position === 0 ? undefined : '1px solid var(--pw-border)';
        if (handler.kind === 'api_call') {
          const api = apis.find((row) => row.api_id === handler.api_id);
          const system = systems.find((row) => row.system_id === api?.system_id);
          const credential = credentials.find(
            (row) => row.system_id === api?.system_id && pipe.credential_ids.includes(row.credential_id),
          );
          return (
            <Group key={handler.handler_id} p="12px 16px" wrap="nowrap" style={{ borderTop: border }}>
              <span className={`${kit.kind} ${flowClasses.kindApi}`}>
                <IconApi size={15} aria-hidden />
              </span>
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text fw={600}>{handler.handler_name}</Text>
                <Text size="xs" c="dimmed" className="mono">
                  {api ? `${api.method} ${api.path}` : '–'}
                </Text>
              </div>
              <Text size="xs" c="dimmed" ta="right" maw="45%" style={{ overflowWrap: 'anywhere' }}>
                {system?.system_name}
                <br />
                {credential?.credential_name}
              </Text>
            </Group>
          );
        }
        const node = nodes.data?.find((entry) => entry.handler_id === handler.handler_id);
        return (
          <Group key={handler.handler_id} p="12px 16px" wrap="nowrap" style={{ borderTop: border }}>
            <span className={`${kit.kind} ${flowClasses.kindMapping}`}>
              <IconArrowsRightLeft size={15} aria-hidden />
            </span>
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text fw={600}>{handler.handler_name}</Text>
              {node === undefined ? null : node.problems.length > 0 ? (
                <Text size="xs" c="var(--pw-warn)">
                  {node.problems[0]?.message}
                </Text>
              ) : (
                <StateBadge tone="good">{t('Mapped')}</StateBadge>
              )}
            </div>
            <Button
              size="xs"
              onClick={() => void navigate({ to: paths.mapping(project, pipe.pipe_id, handler.handler_id) })}
            >
              {t('Open mapping')}
            </Button>
          </Group>
        );
      })}
    </Section>
  );
}
