/** Not found; a page that one may not see looks the same. */
import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../app/paths.js';
import { Page } from '../kit/page.js';
import { Empty } from '../kit/states.js';
import { useRouteParams } from '../app/route.js';

export function NotFoundPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useRouteParams();
  return (
    <Page title={t('Not found')}>
      <Empty
        icon={IconMapOff}
        title={t('There is no such page for you')}
        action={
          <Button
            variant="filled"
            onClick={() => void navigate({ to: projectId ? paths.dashboard(projectId) : paths.projects })}
          >
            {projectId ? t('Go to project') : t('Go to projects')}
          </Button>
        }
      >
        {t('It was deleted, the address is wrong, or you have no access to it.')}
      </Empty>
    </Page>
  );
}
