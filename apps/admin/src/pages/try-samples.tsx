/** "Try the sample systems" of an empty list: adds them to the project and leads to the checklist. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { authStateQuery } from '../api/auth.js';
import { addSamples, systemsQuery } from '../api/systems.js';
import { paths } from '../app/paths.js';
import { ErrorNote } from '../kit/states.js';
import { useAction } from '../kit/use-action.js';

/** Only where the sample systems run, and while the project has no system of its own. */
export function TrySamples({ project }: { project: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isRunning = useQuery(authStateQuery).data?.sample_systems === true;
  const systems = useQuery({ ...systemsQuery(project), enabled: isRunning }).data;
  const add = useAction({
    run: () => addSamples(project),
    refresh: [['p', project]],
    message: t('The sample shop and ERP are in the project.'),
    onDone: () => void navigate({ to: paths.start(project) }),
    quiet: true,
  });
  if (!isRunning || systems?.rows.length !== 0) return null;
  return (
    <>
      <Button loading={add.isPending} onClick={() => add.mutate()}>
        {t('Try the sample systems')}
      </Button>
      {add.isError ? (
        <div style={{ flexBasis: '100%' }}>
          <ErrorNote error={add.error} onRetry={() => add.mutate()} />
        </div>
      ) : null}
    </>
  );
}
