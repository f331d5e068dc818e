/** How many failed records of a pipe are open, with the way to them; nothing while there are none. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorCausesQuery } from '../../api/record-errors.js';
import { paths } from '../../app/paths.js';
import { Note } from '../../kit/note.js';

export function OpenErrors({ project, pipe }: { project: string; pipe: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const causes = useQuery({ ...errorCausesQuery(project, pipe, 'open'), refetchInterval: 15_000 }).data ?? [];
  const count = causes.reduce((sum, cause) => sum + (cause.count ?? 0), 0);
  if (count === 0) return null;
  return (
    <Note
      tone="bad"
      title={t('{{count, number}} failed records are open', { count })}
      action={
        <Button size="xs" onClick={() => void navigate({ to: paths.pipeErrors(project, pipe) })}>
          {t('Open errors')}
        </Button>
      }
    >
      {t('Most often: {{reason}}', { reason: causes[0]?.message })}
    </Note>
  );
}
