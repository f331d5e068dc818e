/** Failed records by cause: cause first, then where, field, count and one next step. */
import { Button, Group, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type { CauseGroup, Flow } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { formatNumber } from '../../i18n/format.js';
import kit from '../../kit/kit.module.css';

interface CauseTableProps<G extends CauseGroup> {
  label: string;
  groups: G[];
  flow: Flow | undefined;
  project: string;
  pipe: string;
  /** More next steps of one cause. */
  actions?: (group: G) => ReactNode;
  chosen?: (group: G) => boolean;
}

export function CauseTable<G extends CauseGroup>(props: CauseTableProps<G>) {
  const { label, groups, flow, project, pipe, actions, chosen } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const nameOf = (id: string | null | undefined) =>
    flow?.handlers.find((handler) => handler.handler_id === id)?.handler_name ?? id ?? '–';
  /** The mapping that makes what the handler sends. */
  const mappingOf = (id: string | null | undefined) =>
    flow?.handlers.find(
      (handler) =>
        handler.kind === 'mapping' && (handler.handler_id === id || handler.destination_handler_id === id),
    );
  return (
    <Table.ScrollContainer
      minWidth={actions ? 940 : 720}
      scrollAreaProps={{ type: 'auto', offsetScrollbars: 'present', viewportProps: { tabIndex: 0 } }}
    >
      <Table className={kit.table ?? ''} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Cause')}</Table.Th>
            <Table.Th>{t('Where')}</Table.Th>
            <Table.Th>{t('Field')}</Table.Th>
            <Table.Th ta="right">{t('Records')}</Table.Th>
            <Table.Th ta="right">{t('Next step')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group, position) => {
            const mapping = mappingOf(group.handler_id);
            return (
              <Table.Tr key={position} {...(chosen?.(group) ? { bg: 'var(--pw-accent-soft)' } : {})}>
                <Table.Td miw={240}>
                  <Text fw={500}>{group.message}</Text>
                  <Text size="xs" c="dimmed" className="mono">
                    {group.code}
                  </Text>
                </Table.Td>
                <Table.Td>{nameOf(group.handler_id)}</Table.Td>
                <Table.Td>
                  <span className="mono">{group.field_path ?? '–'}</span>
                </Table.Td>
                <Table.Td ta="right" className="num">
                  {formatNumber(group.count)}
                </Table.Td>
                <Table.Td ta="right">
                  <Group gap={6} justify="flex-end" wrap="nowrap">
                    {mapping ? (
                      <Button
                        size="compact-sm"
                        onClick={() =>
                          void navigate({ to: paths.mapping(project, pipe, mapping.handler_id) })
                        }
                      >
                        {t('Open the mapping')}
                      </Button>
                    ) : null}
                    {actions?.(group)}
                  </Group>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
