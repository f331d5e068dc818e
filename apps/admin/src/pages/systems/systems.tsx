/** All systems of a project. */
import { useMemo } from 'react';
import { Button, Text } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apisQuery } from '../../api/apis.js';
import { credentialsQuery, isMade, systemsQuery } from '../../api/systems.js';
import type { System } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { formatNumber } from '../../i18n/format.js';
import type { Column } from '../../kit/data-table.js';
import { ListView } from '../../kit/list-view.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page, Section } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { Empty } from '../../kit/states.js';
import { Time } from '../../kit/time.js';
import kit from '../../kit/kit.module.css';
import { authenticationTypes, grantTypes } from '../labels.js';
import { CredentialState } from '../status.js';
import { TrySamples } from '../try-samples.js';
import { useRouteParams } from '../../app/route.js';

const textOf = (row: System) => `${row.system_name} ${row.base_url}`;

export function SystemsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const systems = useQuery(systemsQuery(projectId));
  const connections = useQuery(credentialsQuery(projectId)).data?.rows;
  const apis = useQuery(apisQuery(projectId)).data?.rows;
  const columns = useMemo(
    (): Column<System>[] => [
      {
        id: 'name',
        header: t('Name'),
        sortBy: (row) => row.system_name,
        cell: (row) => (
          <Link to={paths.system(projectId, row.system_id)} className={kit.rowLink}>
            {row.system_name}
          </Link>
        ),
      },
      {
        id: 'base_url',
        names: true,
        card: 'line',
        header: t('Base URL'),
        sortBy: (row) => row.base_url,
        cell: (row) => <span className="mono">{row.base_url}</span>,
      },
      {
        id: 'type',
        header: t('Authentication'),
        sortBy: (row) => row.authentication_type,
        cell: (row) => (
          <>
            {t(authenticationTypes[row.authentication_type])}
            {row.authentication_type === 'oauth2' && row.grant_type ? (
              <Text size="xs" c="dimmed">
                {grantTypes[row.grant_type]}
              </Text>
            ) : null}
          </>
        ),
      },
      {
        id: 'connections',
        header: t('Connections'),
        cell: (row) => {
          if (connections === undefined) return '–';
          const own = connections.filter((entry) => entry.system_id === row.system_id && isMade(entry));
          const worst = own.find((entry) => entry.status !== 'connected') ?? own[0];
          if (!worst) return <StateBadge tone="quiet">{t('None')}</StateBadge>;
          return (
            <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
              <span className="num">{formatNumber(own.length)}</span> <CredentialState credential={worst} />
            </span>
          );
        },
      },
      {
        id: 'apis',
        header: t('APIs'),
        align: 'right',
        card: 'half',
        width: 70,
        cell: (row) =>
          apis === undefined
            ? '–'
            : formatNumber(apis.filter((entry) => entry.system_id === row.system_id).length),
      },
      {
        id: 'updated',
        wide: true,
        header: t('Updated'),
        sortBy: (row) => row.updated_at,
        newestFirst: true,
        width: 150,
        cell: (row) => <Time at={row.updated_at} />,
      },
    ],
    [t, projectId, connections, apis],
  );
  const create = () => void navigate({ to: `${paths.systems(projectId)}/new` });
  return (
    <Page
      title={t('Systems')}
      actions={
        <>
          <CopyAsCall
            call={[
              {
                does: t('New system'),
                call: {
                  method: 'POST',
                  path: `/workspace/${projectId}/api/systems/create`,
                  body: {
                    system_name: 'Shop',
                    base_url: 'https://shop.example.com',
                    authentication_type: 'none',
                  },
                },
              },
              {
                does: t('Read the list'),
                call: { method: 'GET', path: `/workspace/${projectId}/api/systems` },
              },
            ]}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={create}>
            {t('New system')}
          </Button>
        </>
      }
    >
      <Section padded={false}>
        <ListView
          label={t('Systems')}
          query={systems}
          columns={columns}
          rowKey={(row) => row.system_id}
          textOf={textOf}
          empty={
            <Empty
              icon={IconServer2}
              title={t('No systems yet')}
              action={
                <>
                  <Button variant="filled" onClick={create}>
                    {t('New system')}
                  </Button>
                  <TrySamples project={projectId} />
                </>
              }
            >
              {t(
                'A system is an application you connect: a shop, an ERP, anything with an HTTP API. Its sign-in is set up once, here.',
              )}
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}
