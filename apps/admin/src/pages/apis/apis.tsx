/** The API manager of a project. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.js';
import { CopyAsCall } from '../../kit/copy-as-call.js';
import { Page } from '../../kit/page.js';
import { ApiList } from './api-list.js';
import { useRouteParams, useRouteSearch } from '../../app/route.js';

export function ApisPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId = '' } = useRouteParams();
  // the one that the list is filtered by
  const { system } = useRouteSearch();
  return (
    <Page
      title={t('APIs')}
      actions={
        <>
          <CopyAsCall
            call={{
              method: 'POST',
              path: `/workspace/${projectId}/api/apis/create`,
              body: { api_name: 'List orders', system_id: '<system_id>', method: 'GET', path: '/orders' },
            }}
          />
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} />}
            onClick={() => void navigate({ to: `${paths.apis(projectId)}/new`, search: { system } })}
          >
            {t('New API')}
          </Button>
        </>
      }
    >
      <ApiList project={projectId} />
    </Page>
  );
}
