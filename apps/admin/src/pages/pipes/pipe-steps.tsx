/** The steps of a pipe's flow. A mapping node stands only where the flow has a Mapping Handler. */
import { useState } from 'react';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconApi, IconArrowsRightLeft, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mappingNodesQuery, type MappingNode } from '../../api/mappings.js';
import { credentialsQuery, isMade, systemsQuery } from '../../api/systems.js';
import type { ApiDefinition, Flow, Pipe, System } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import kit from '../../kit/kit.module.css';
import { ChangeConnection } from './change-connection.js';
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
  const [changed, setChanged] = useState<System | null>(null);
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
                <Text fw={600} lineClamp={2}>
                  {handler.handler_name}
                </Text>
                <Text size="xs" c="dimmed" className="mono" lineClamp={2}>
                  {api ? `${api.method} ${api.path}` : '–'}
                </Text>
              </div>
              <div style={{ maxWidth: '45%', textAlign: 'right' }}>
                <Text size="xs" c="dimmed" truncate>
                  {system?.system_name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {credential?.credential_name}
                </Text>
              </div>
              {system && system.authentication_type !== 'none' ? (
                <ActionIcon
                  aria-label={t('Change the connection to {{system}}', { system: system.system_name })}
                  onClick={() => setChanged(system)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
              ) : null}
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
              <Text fw={600} lineClamp={2}>
                {handler.handler_name}
              </Text>
              {node === undefined ? null : <NodeState node={node} />}
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
      {changed ? (
        <ChangeConnection
          project={project}
          pipe={pipe}
          system={changed.system_name}
          credentials={credentials.filter((row) => row.system_id === changed.system_id && isMade(row))}
          onClose={() => setChanged(null)}
        />
      ) : null}
    </Section>
  );
}

/** What stands in its way, fields that are gone from the samples, or that all is well. */
function NodeState({ node }: { node: MappingNode }) {
  const { t } = useTranslation();
  const [problem] = node.problems;
  if (!problem && node.drifted_count === 0) return <StateBadge tone="good">{t('Mapped')}</StateBadge>;
  return (
    <>
      {/* in words it is told above the steps */}
      {problem ? (
        <StateBadge tone="warn">
          {node.link_count === 0
            ? t('Not mapped')
            : t('{{count, number}} problems', { count: node.problems.length })}
        </StateBadge>
      ) : null}
      {node.drifted_count > 0 ? (
        <StateBadge tone="warn">
          {t('{{count, number}} fields are no longer in the samples', { count: node.drifted_count })}
        </StateBadge>
      ) : null}
    </>
  );
}
