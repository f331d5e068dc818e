/** The credentials page of a project. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page } from '../../kit/page.js';
import { AddConnection, useAddConnection } from './add-connection.js';
import { ConnectionList } from './connection-list.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

export function CredentialsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const { system, back } = useRouteSearch();
  const adding = useAddConnection(projectId, system);
  return (
    <Page
      title={t('Credentials')}
      actions={
        <>
          <CopyAsCall
            call={[
              {
                does: t('Add connection'),
                call: {
                  method: 'POST',
                  path: `/workspace/${projectId}/api/credentials/create`,
                  body: { credential_name: 'Shop of Ann', system_id: system ?? '<system_id>', inputs: {} },
                },
              },
              {
                does: t('Ask for the address of the consent'),
                call: {
                  method: 'POST',
                  path: `/workspace/${projectId}/api/credentials/authorize/<credential_id>`,
                },
              },
              {
                does: t('Read the list'),
                call: { method: 'GET', path: `/workspace/${projectId}/api/credentials` },
              },
            ]}
          />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={() => adding.open()}>
            {t('Add connection')}
          </Button>
        </>
      }
    >
      <ConnectionList project={projectId} onAdd={() => adding.open()} />
      <AddConnection
        project={projectId}
        system={system}
        dialog={adding}
        onClose={(connected) => {
          if (back?.startsWith('/p/')) {
            void navigate({ to: back, search: connected ? { credential: connected } : {} });
          } else if (connected) void navigate({ to: paths.credential(projectId, connected) });
        }}
      />
    </Page>
  );
}
