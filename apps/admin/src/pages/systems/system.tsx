/** One system: its settings, its connections, its APIs; also the form of a new one. */
import { useRef, useState } from 'react';
import { Button, Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CreateSystemDto } from '#sdk';
import { isMissing } from '../../api/errors.js';
import { deleteSystem, systemQuery, usagesQuery } from '../../api/systems.js';
import { paths } from '../../app/paths.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import type { ApiCall } from '../../kit/curl.js';
import { MoreMenu } from '../../kit/more-menu.js';
import { Page } from '../../kit/page.js';
import { StateBadge } from '../../kit/state-badge.js';
import { QueryView } from '../../kit/states.js';
import { NotFoundPage } from '../not-found.js';
import { ApiList } from '../apis/api-list.js';
import { AddConnection, useAddConnection } from '../credentials/add-connection.js';
import { ConnectionList } from '../credentials/connection-list.js';
import { toBody, toForm } from './system-form.js';
import { SystemSettings } from './system-settings.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

/** A typed secret does not stand on the screen. */
const asShown = (body: CreateSystemDto): object =>
  body.client_secret ? { ...body, client_secret: '<CLIENT_SECRET>' } : body;

export function SystemPage() {
  const { t } = useTranslation();
  const { projectId = '', systemId = '' } = useRouteParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { tab = 'settings' } = useRouteSearch();
  const isNew = systemId === 'new';
  const system = useQuery({ ...systemQuery(projectId, systemId), enabled: !isNew });
  const [deleting, setDeleting] = useState(false);
  const [saving, setSaving] = useState(false);
  const adding = useAddConnection(projectId, systemId);
  const toSend = useRef<(() => CreateSystemDto) | null>(null);
  const bodyNow = () => asShown(toSend.current?.() ?? toBody(toForm(system.data)));
  const post = (action: string, body?: object): ApiCall => ({
    method: 'POST',
    path: `/workspace/${projectId}/api/systems/${action}`,
    body,
  });
  const save = (
    <Button variant="filled" type="submit" form="system-form" loading={saving}>
      {t('Save system')}
    </Button>
  );
  const usages = useQuery({ ...usagesQuery(projectId, 'systems', systemId), enabled: deleting });
  const crumbs = [{ label: t('Systems'), to: paths.systems(projectId) }];
  if (isNew) {
    return (
      <Page
        title={t('New system')}
        crumbs={crumbs}
        actions={
          <>
            <CopyAsCall
              call={() => [
                { does: t('Save system'), call: post('create', bodyNow()) },
                {
                  does: t('Find a known provider'),
                  call: {
                    method: 'GET',
                    path: `/workspace/${projectId}/api/providers?search=shopify`,
                  },
                },
              ]}
            />
            {save}
          </>
        }
      >
        <SystemSettings key="new" project={projectId} onBusy={setSaving} toSend={toSend} />
      </Page>
    );
  }
  if (isMissing(system.error)) return <NotFoundPage />;
  return (
    <Page
      title={system.data?.system_name ?? t('System')}
      crumbs={crumbs}
      badge={
        system.data?.status === 'disabled' ? <StateBadge tone="quiet">{t('Disabled')}</StateBadge> : null
      }
      actions={
        <>
          <CopyAsCall
            call={() => [
              ...(tab === 'settings'
                ? [{ does: t('Save system'), call: post(`update/${systemId}`, bodyNow()) }]
                : []),
              {
                does: t('Add connection'),
                call: {
                  method: 'POST',
                  path: `/workspace/${projectId}/api/credentials/create`,
                  body: { credential_name: 'Shop of Ann', system_id: systemId, inputs: {} },
                },
              },
              {
                does: t('Read the system'),
                call: { method: 'GET', path: `/workspace/${projectId}/api/systems/${systemId}` },
              },
              { does: t('Delete system'), call: post(`delete/${systemId}`) },
            ]}
          />
          <MoreMenu remove={{ label: t('Delete system'), onClick: () => setDeleting(true) }} />
          {tab === 'settings' ? save : null}
        </>
      }
    >
      <Tabs value={tab} onChange={(value) => void navigate({ to: '.', search: { tab: value ?? undefined } })}>
        <Tabs.List mb="md">
          <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>
          <Tabs.Tab value="credentials">{t('Credentials')}</Tabs.Tab>
          <Tabs.Tab value="apis">{t('APIs')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings">
          <QueryView query={system}>
            {(value) => (
              <SystemSettings
                key={value.system_id}
                project={projectId}
                system={value}
                onBusy={setSaving}
                toSend={toSend}
              />
            )}
          </QueryView>
        </Tabs.Panel>
        <Tabs.Panel value="credentials">
          <ConnectionList project={projectId} system={systemId} onAdd={() => adding.open()} />
          <AddConnection project={projectId} system={systemId} dialog={adding} onClose={() => undefined} />
        </Tabs.Panel>
        <Tabs.Panel value="apis">
          <ApiList project={projectId} system={systemId} />
        </Tabs.Panel>
      </Tabs>
      <Confirm
        opened={deleting && !usages.isLoading}
        onClose={() => {
          setDeleting(false);
        }}
        title={t('Delete {{name}}?', { name: system.data?.system_name })}
        text={t('Its settings and stored client secret are deleted for good.')}
        action={t('Delete system')}
        usages={usages.data}
        run={async () => {
          await deleteSystem(projectId, systemId);
          await navigate({ to: paths.systems(projectId) });
          await client.invalidateQueries({ queryKey: ['p', projectId] });
        }}
      />
    </Page>
  );
}
