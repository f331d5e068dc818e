/** Why a run waits, in a sentence, with the connections that it waits for and when it goes on. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { credentialsQuery } from '../../api/systems.js';
import type { Credential, Pipe, Run } from '../../api/types.js';
import { paths } from '../../app/paths.js';
import { Note } from '../../kit/note.js';
import { Time } from '../../kit/time.js';

/** What each reason means, and which of the pipe's connections it is about. */
const reasons: Record<string, { says: string; isAbout: (credential: Credential) => boolean }> = {
  CREDENTIAL: {
    says: 'A system refuses its connection. The run goes on when the connection works again.',
    isAbout: ({ status }) => status !== 'connected',
  },
  OFFLINE: {
    says: 'A system does not answer. The run goes on as soon as it is reached again.',
    isAbout: ({ reachability }) => reachability === 'offline',
  },
  RATE_LIMIT: {
    says: 'A system takes no more requests for a while.',
    isAbout: ({ blocked_until }) => Boolean(blocked_until),
  },
  PROBE: {
    says: 'A system was not reached; one request tries it before the others go on.',
    isAbout: ({ blocked_until, reachability }) => Boolean(blocked_until) || reachability === 'offline',
  },
};

export function WaitingNote({ project, run, pipe }: { project: string; run: Run; pipe: Pipe | undefined }) {
  const { t } = useTranslation();
  const isWaiting = run.status === 'waiting';
  const credentials = useQuery({
    ...credentialsQuery(project),
    enabled: isWaiting && pipe !== undefined,
  }).data?.rows;
  if (!isWaiting) return null;
  const reason = reasons[run.waiting_reason ?? ''];
  const ofPipe = (credentials ?? []).filter(({ credential_id }) =>
    pipe?.credential_ids.includes(credential_id),
  );
  const meant = reason ? ofPipe.filter(reason.isAbout) : [];
  const shown = meant.length > 0 ? meant : ofPipe;
  return (
    <Note tone="warn" live title={reason ? t(reason.says) : t('The run waits')}>
      {shown.length > 0 ? (
        <div>
          {shown.length === 1 ? t('Connection:') : t('Connections:')}{' '}
          {shown.map((credential, position) => (
            <span key={credential.credential_id}>
              {position > 0 ? ', ' : null}
              <Anchor component={Link} to={paths.credential(project, credential.credential_id)}>
                {credential.credential_name}
              </Anchor>
            </span>
          ))}
        </div>
      ) : null}
      {run.waiting_until ? (
        <div>
          {t('It goes on by itself')} <Time at={run.waiting_until} />
        </div>
      ) : null}
    </Note>
  );
}
