/** Failed records by cause: cause first, then where, field, count and one next step. */
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type { CauseGroup, Flow } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { formatNumber } from '../../i18n/format.js';
import { fieldAtFault } from './field-at-fault.js';
import { ACTIONS, DataTable, type Column } from '../../kit/data-table.js';

interface CauseTableProps<G extends CauseGroup> {
  label: string;
  groups: G[];
  flow: Flow | undefined;
  project: string;
  pipe: string;
  /** Below the words of one cause. */
  detail?: (group: G) => ReactNode;
  /** What else can be done about one cause; the next step is its mapping, where it has one. */
  actions?: (group: G, hasMapping: boolean) => ReactNode;
  chosen?: (group: G) => boolean;
}

export function CauseTable<G extends CauseGroup>(props: CauseTableProps<G>) {
  const { label, groups, flow, project, pipe, detail, actions, chosen } = props;
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
  const columns: Column<G>[] = [
    {
      id: 'cause',
      header: t('Cause'),
      cell: (group) => (
        <div style={{ minWidth: 200 }}>
          <Text fw={500}>{group.message}</Text>
          <Text size="xs" c="dimmed" className="mono">
            {group.code}
          </Text>
          {detail?.(group)}
        </div>
      ),
    },
    { id: 'where', header: t('Where'), names: true, cell: (group) => nameOf(group.handler_id) },
    {
      id: 'field',
      names: true,
      header: t('Field'),
      cell: (group) => {
        const field = fieldAtFault(group);
        return field === null ? '–' : <span className="mono">{field}</span>;
      },
    },
    { id: 'records', header: t('Records'), align: 'right', cell: (group) => formatNumber(group.count) },
    {
      id: ACTIONS,
      header: t('Next step'),
      align: 'right',
      cell: (group) => {
        const mapping = mappingOf(group.handler_id);
        const openMapping = mapping
          ? () => void navigate({ to: paths.mapping(project, pipe, mapping.handler_id) })
          : null;
        return (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            {openMapping ? (
              <Button size="compact-sm" onClick={openMapping}>
                {t('Open the mapping')}
              </Button>
            ) : null}
            {actions?.(group, openMapping !== null)}
          </Group>
        );
      },
    },
  ];
  return (
    <DataTable
      label={label}
      rows={groups}
      columns={columns}
      rowKey={(group) => JSON.stringify([group.message, group.code, group.handler_id, group.field_path])}
      {...(chosen ? { isChosen: chosen } : {})}
    />
  );
}
