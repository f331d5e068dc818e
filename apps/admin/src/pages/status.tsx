/** The states of credentials, runs and pipes as badges. */
import { useTranslation } from 'react-i18next';
import type { Credential, Pipe, RunStatus } from '../api/types.js';
import { StateBadge } from '../kit/state-badge.js';
import { credentialStates, runStates } from './labels.js';

export function CredentialState({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const state = credentialStates[credential.status] ?? credentialStates.draft;
  return (
    <span style={{ display: 'inline-flex', gap: 6, flexWrap: 'wrap', verticalAlign: 'middle' }}>
      <StateBadge tone={state.tone}>{t(state.label)}</StateBadge>
      {credential.reachability === 'offline' ? (
        <StateBadge tone="warn">{t('System not reachable')}</StateBadge>
      ) : null}
    </span>
  );
}

export function RunState({ status }: { status: RunStatus }) {
  const { t } = useTranslation();
  const state = runStates[status] ?? runStates.queued;
  return (
    <StateBadge
      tone={state.tone}
      waiting={status === 'queued' || status === 'waiting'}
      busy={status === 'running'}
    >
      {t(state.label)}
    </StateBadge>
  );
}

export function PipeState({ pipe }: { pipe: Pipe }) {
  const { t } = useTranslation();
  if (pipe.problems.length > 0)
    return (
      <StateBadge tone="warn">{t('{{count, number}} problems', { count: pipe.problems.length })}</StateBadge>
    );
  return pipe.enabled ? (
    <StateBadge tone="good">{t('Enabled')}</StateBadge>
  ) : (
    <StateBadge tone="quiet">{t('Disabled')}</StateBadge>
  );
}
