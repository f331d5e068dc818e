/** The credentials page of a project. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page } from '../../kit/page.js';
import { AddConnection } from './add-connection.js';
import { ConnectionList } from './connection-list.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

export function CredentialsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  const { connect, system, back } = useRouteSearch();
  const [adding, setAdding] = useState(connect !== undefined);
  return (
    <Page
      title={t('Credentials')}
      actions={
        <>
          <CopyAsCall
            call={{
              method: 'POST',
              path: `/workspace/${projectId}/api/credentials/create`,
              body: { credential_name: 'Shop of Ann', system_id: '<system_id>', inputs: {} },
            }}
          />
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} />}
            onClick={() => {
              setAdding(true);
            }}
          >
            {t('Add connection')}
          </Button>
        </>
      }
    >
      <ConnectionList project={projectId} />
      <AddConnection
        project={projectId}
        system={system}
        opened={adding}
        onClose={(connected) => {
          setAdding(false);
          if (back?.startsWith('/p/')) {
            void navigate({ to: back, search: connected ? { credential: connected } : {} });
          } else if (connected) void navigate({ to: paths.credential(projectId, connected) });
        }}
      />
    </Page>
  );
}
