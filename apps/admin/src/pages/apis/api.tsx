/** One API, or a new one: its form, what uses it, and its end. */
import { useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apiQuery, deleteApi } from '../../api/apis.js';
import { usagesQuery } from '../../api/systems.js';
import { paths } from '../../app/paths.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyAsCall, type NamedCall } from '../../kit/copy-as-call.js';
import type { ApiCall } from '../../kit/curl.js';
import { MoreMenu } from '../../kit/more-menu.js';
import { Page } from '../../kit/page.js';
import { QueryView } from '../../kit/states.js';
import { UsedBy } from '../../kit/used-by.js';
import { callBody } from './api-call.js';
import { ApiEditor } from './api-editor.js';
import type { ApiForm } from './api-form.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

export function ApiPage() {
  const { t } = useTranslation();
  const { projectId = '', apiId = '' } = useRouteParams();
  const { system } = useRouteSearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const isNew = apiId === 'new';
  const api = useQuery({ ...apiQuery(projectId, apiId), enabled: !isNew });
  const usages = useQuery({ ...usagesQuery(projectId, 'apis', apiId), enabled: !isNew });
  const [deleting, setDeleting] = useState(false);
  const [saving, setSaving] = useState(false);
  const save = (
    <Button variant="filled" type="submit" form="api-form" loading={saving}>
      {t('Save API')}
    </Button>
  );
  const form = useRef<() => ApiForm>(null);
  const post = (action: string, body: object = {}): ApiCall => ({
    method: 'POST',
    path: `/workspace/${projectId}/api/apis/${action}`,
    body,
  });
  const formBody = () => (form.current ? callBody(form.current()) : {});
  const crumbs = [{ label: t('APIs'), to: paths.apis(projectId) }];
  if (isNew) {
    return (
      <Page
        title={t('New API')}
        crumbs={crumbs}
        actions={
          <>
            <CopyAsCall call={() => [{ does: t('Save API'), call: post('create', formBody()) }]} />
            {save}
          </>
        }
      >
        <ApiEditor key="new" ref={form} project={projectId} system={system} onBusy={setSaving} />
      </Page>
    );
  }
  const calls = (): NamedCall[] => {
    // an API stays with its system
    const { system_id: _system, ...changes } = formBody();
    return [
      { does: t('Save API'), call: post(`update/${apiId}`, changes) },
      { does: t('Send'), call: post(`test/${apiId}`, { credential_id: '<credential_id>' }) },
      {
        does: t('Check paging'),
        call: post(`check_paging/${apiId}`, { credential_id: '<credential_id>' }),
      },
      {
        does: t('Read the API'),
        call: { method: 'GET', path: `/workspace/${projectId}/api/apis/${apiId}` },
      },
      { does: t('Delete API'), call: post(`delete/${apiId}`) },
    ];
  };
  return (
    <Page
      title={api.data?.api_name ?? t('API')}
      crumbs={crumbs}
      actions={
        <>
          <CopyAsCall call={calls} />
          <MoreMenu remove={{ label: t('Delete API'), onClick: () => setDeleting(true) }} />
          {save}
        </>
      }
    >
      <QueryView query={api}>
        {(value) => (
          <ApiEditor
            key={value.api_id}
            ref={form}
            project={projectId}
            api={value}
            onBusy={setSaving}
            usages={usages.data}
            usedBy={<UsedBy project={projectId} usages={usages.data} nothing={t('No flow calls it yet.')} />}
          />
        )}
      </QueryView>
      <Confirm
        opened={deleting && !usages.isLoading}
        onClose={() => {
          setDeleting(false);
        }}
        title={t('Delete {{name}}?', { name: api.data?.api_name })}
        text={t('Its samples are deleted with it.')}
        action={t('Delete API')}
        usages={usages.data}
        run={async () => {
          await deleteApi(projectId, apiId);
          await navigate({ to: paths.apis(projectId) });
          await client.invalidateQueries({ queryKey: ['p', projectId] });
        }}
      />
    </Page>
  );
}
