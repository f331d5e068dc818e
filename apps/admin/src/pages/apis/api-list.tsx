/** The APIs of a project or of one system. */
import { useMemo } from 'react';
import { Badge, Button, Select } from '@mantine/core';
import { IconApi, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apisQuery } from '../../api/apis.js';
import { flowsQuery } from '../../api/flows.js';
import { systemsQuery } from '../../api/systems.js';
import type { ApiDefinition } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { useRouteSearch } from '../../app/route.js';
import type { Column } from '../../kit/data-table.js';
import { ListView } from '../../kit/list-view.js';
import { Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty } from '../../kit/states.js';
import { useListAddress } from '../../kit/use-list-address.js';
import kit from '../../kit/kit.module.css';
import { TrySamples } from '../try-samples.js';

const nothing: never[] = [];

export function MethodBadge({ method }: { method: string }) {
  return (
    <Badge ff="monospace" miw={52} color={method === 'GET' ? 'gray' : 'accent'}>
      {method}
    </Badge>
  );
}

export function ApiList({ project, system }: { project: string; system?: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { setFilter } = useListAddress();
  const { system: only } = useRouteSearch();
  const apis = useQuery(apisQuery(project, system ? { system_id: system } : {}));
  const systems = useQuery(systemsQuery(project)).data?.rows ?? nothing;
  const flows = useQuery(flowsQuery(project)).data?.rows ?? nothing;
  const names = useMemo(() => new Map(systems.map((row) => [row.system_id, row.system_name])), [systems]);
  const columns = useMemo(
    (): Column<ApiDefinition>[] => [
      {
        id: 'method',
        header: t('Method'),
        width: 90,
        sortBy: (row) => row.method,
        cell: (row) => <MethodBadge method={row.method} />,
      },
      {
        id: 'name',
        card: 'title',
        header: t('Name'),
        sortBy: (row) => row.api_name,
        cell: (row) => (
          <Link to={paths.api(project, row.api_id)} className={kit.rowLink}>
            {row.api_name}
          </Link>
        ),
      },
      {
        id: 'path',
        names: true,
        card: 'line',
        header: t('Path'),
        sortBy: (row) => row.path,
        cell: (row) => <span className="mono">{row.path}</span>,
      },
      ...(system
        ? []
        : [
            {
              id: 'system',
              names: true,
              header: t('System'),
              sortBy: (row: ApiDefinition) => names.get(row.system_id) ?? '',
              cell: (row: ApiDefinition) => names.get(row.system_id) ?? '–',
            },
          ]),
      {
        id: 'request',
        header: t('Sample request'),
        cell: (row) => <Has value={hasContent(row.sample_request)} />,
      },
      {
        id: 'response',
        header: t('Sample response'),
        cell: (row) => <Has value={hasContent(row.sample_response)} />,
      },
      {
        id: 'used',
        header: t('Used by'),
        align: 'right',
        card: 'half',
        cell: (row) => {
          const count = flows.filter((flow) =>
            flow.handlers?.some((handler) => handler.kind === 'api_call' && handler.api_id === row.api_id),
          ).length;
          return count === 0 ? '–' : t('{{count, number}} flows', { count });
        },
      },
    ],
    [t, project, system, names, flows],
  );
  const create = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} />}
      onClick={() => void navigate({ to: `${paths.apis(project)}/new`, search: { system } })}
    >
      {t('New API')}
    </Button>
  );
  return (
    <Section padded={false} {...(system ? { title: t('APIs'), actions: create } : {})}>
      <ListView
        label={t('APIs')}
        query={apis}
        columns={columns}
        rowKey={(row) => row.api_id}
        textOf={(row) => `${row.api_name} ${row.path}`}
        keep={(row) => only === undefined || row.system_id === only}
        filtered={['system']}
        filters={
          system ? null : (
            <Select
              size="xs"
              w={180}
              clearable
              aria-label={t('System')}
              placeholder={t('All systems')}
              data={systems.map((row) => ({ value: row.system_id, label: row.system_name }))}
              searchable
              limit={100}
              value={only ?? null}
              onChange={(value) => setFilter({ system: value ?? undefined })}
            />
          )
        }
        empty={
          <Empty
            icon={IconApi}
            title={t('No APIs yet')}
            action={
              <>
                {create}
                <TrySamples project={project} />
              </>
            }
          >
            {t(
              'An API is one call of a system, with a sample request and a sample response. Its samples become the fields of a mapping.',
            )}
          </Empty>
        }
      />
    </Section>
  );
}

function Has({ value }: { value: boolean }) {
  const { t } = useTranslation();
  return <StateBadge tone={value ? 'good' : 'quiet'}>{value ? t('Yes') : t('No')}</StateBadge>;
}

/** A sample counts only when there is something in it. */
export function hasContent(sample: unknown): boolean {
  if (sample === null || sample === undefined) return false;
  if (typeof sample !== 'object') return sample !== '';
  return (
    Object.values(sample).some((value) => typeof value !== 'object' || hasContent(value)) ||
    Array.isArray(sample)
  );
}
