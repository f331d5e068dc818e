/** Who signed in, who failed to, and every change of tokens, roles and people; for the owner, always on. */
import { useMemo } from 'react';
import { Button, Group, Select, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SecurityLogDto } from '#sdk';
import { useRouteSearch } from '../app/route.js';
import { securityLogQuery, type SecurityAction } from '../api/people.js';
import { useSession } from '../api/session.js';
import { CopyAsCall } from '../kit/copy-as-call.js';
import { queryOf } from '../kit/curl.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { NoMatch } from '../kit/list-view.js';
import { Page, Section } from '../kit/page.js';
import { SearchBox } from '../kit/search-box.js';
import { StateBadge, type Tone } from '../kit/state-badge.js';
import { Empty, QueryView, Rows } from '../kit/states.js';
import { Time } from '../kit/time.js';
import { useListAddress } from '../kit/use-list-address.js';
import kit from '../kit/kit.module.css';
import { NotFoundPage } from './not-found.js';

const actions: Record<SecurityAction, { label: string; tone: Tone }> = {
  signed_in: { label: 'Signed in', tone: 'good' },
  sign_in_failed: { label: 'Sign-in failed', tone: 'warn' },
  sign_in_blocked: { label: 'Sign-in blocked', tone: 'bad' },
  signed_out_everywhere: { label: 'Signed out everywhere', tone: 'quiet' },
  owner_claimed: { label: 'Owner account made', tone: 'info' },
  password_changed: { label: 'Password changed', tone: 'info' },
  password_reset_requested: { label: 'Reset link asked for', tone: 'quiet' },
  password_reset: { label: 'Password reset', tone: 'warn' },
  second_factor_added: { label: 'Second factor on', tone: 'good' },
  second_factor_removed: { label: 'Second factor off', tone: 'warn' },
  recovery_code_used: { label: 'Recovery code used', tone: 'warn' },
  access_token_created: { label: 'Access token made', tone: 'info' },
  access_token_revoked: { label: 'Access token deleted', tone: 'quiet' },
  user_invited: { label: 'Invited', tone: 'info' },
  invitation_accepted: { label: 'Joined', tone: 'good' },
  user_changed: { label: 'User changed', tone: 'quiet' },
  role_changed: { label: 'Role changed', tone: 'warn' },
  ownership_transferred: { label: 'Ownership handed over', tone: 'bad' },
  user_suspended: { label: 'Suspended', tone: 'warn' },
  user_restored: { label: 'Let in again', tone: 'good' },
  user_deleted: { label: 'User deleted', tone: 'bad' },
  group_created: { label: 'Group made', tone: 'info' },
  group_changed: { label: 'Group changed', tone: 'quiet' },
  group_deleted: { label: 'Group deleted', tone: 'bad' },
};
const isAction = (text: string): text is SecurityAction => text in actions;

const wordsOf = (details: SecurityLogDto['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? '–'}`)
    .join(' · ');

export function SecurityLogPage() {
  const isOwner = useSession((state) => state.user?.role === 'owner');
  return isOwner ? <SecurityLog /> : <NotFoundPage />;
}

function SecurityLog() {
  const { t } = useTranslation();
  const { setFilter, clear } = useListAddress();
  const { who: email, kind } = useRouteSearch();
  const action = kind !== undefined && isAction(kind) ? kind : undefined;
  const logs = useInfiniteQuery(securityLogQuery({ action, email }));
  const filtered = action !== undefined || email !== undefined;
  const columns = useMemo(
    (): Column<SecurityLogDto>[] => [
      { id: 'at', header: t('When'), width: 160, cell: (row) => <Time at={row.at} /> },
      {
        id: 'action',
        card: 'title',
        header: t('What'),
        width: 190,
        cell: (row) => {
          const { label, tone } = actions[row.action];
          return <StateBadge tone={tone}>{t(label)}</StateBadge>;
        },
      },
      { id: 'email', header: t('About'), names: true, cell: (row) => row.email || '–' },
      { id: 'actor', header: t('By'), names: true, cell: (row) => row.actor ?? t('Themselves') },
      {
        id: 'address',
        header: t('Address'),
        width: 150,
        cell: (row) => (row.address ? <span className="mono">{row.address}</span> : '–'),
      },
      {
        id: 'details',
        card: 'line',
        names: true,
        header: t('More'),
        cell: (row) => {
          const words = wordsOf(row.details);
          return words === '' ? (
            '–'
          ) : (
            <Text size="xs" c="dimmed">
              {words}
            </Text>
          );
        },
      },
    ],
    [t],
  );
  return (
    <Page
      title={t('Security log')}
      actions={
        <CopyAsCall
          call={{
            method: 'GET',
            path: `/api/security_logs${queryOf({ action, email, limit: 50 })}`,
          }}
        />
      }
    >
      <Section padded={false}>
        <div className={kit.toolbar}>
          <SearchBox
            label={t('E-mail')}
            placeholder={t('Whole e-mail address')}
            value={email ?? ''}
            onChange={(who) => setFilter({ who: who || undefined })}
          />
          <Select
            size="xs"
            w={210}
            clearable
            searchable
            aria-label={t('What')}
            placeholder={t('Everything')}
            data={Object.entries(actions).map(([value, { label }]) => ({ value, label: t(label) }))}
            value={action ?? null}
            onChange={(value) => setFilter({ kind: value ?? undefined })}
          />
        </div>
        <QueryView query={logs}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.rows);
            if (rows.length === 0)
              return filtered ? (
                <NoMatch onClear={() => clear('who', 'kind')} />
              ) : (
                <Empty icon={IconShieldLock} title={t('Nothing yet')} />
              );
            return (
              <Rows query={logs}>
                <DataTable
                  label={t('Security log')}
                  rows={rows}
                  columns={columns}
                  rowKey={(row) => row.security_log_id}
                />
                {logs.hasNextPage ? (
                  <Group justify="center" p="sm">
                    <Button loading={logs.isFetchingNextPage} onClick={() => void logs.fetchNextPage()}>
                      {t('Show older entries')}
                    </Button>
                  </Group>
                ) : null}
              </Rows>
            );
          }}
        </QueryView>
      </Section>
    </Page>
  );
}
