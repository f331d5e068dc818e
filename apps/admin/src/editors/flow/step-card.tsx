/** One step as a card: what it is, what it calls or maps, one fact and one state. */
import { memo } from 'react';
import { IconApi, IconArrowsRightLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../kit/state-badge.js';
import kit from '../../kit/kit.module.css';
import type { StepFacts } from './facts.js';
import { isCall } from './model.js';
import classes from './flow.module.css';

interface StepCardProps {
  facts: StepFacts;
  selected: boolean;
}

export const StepCard = memo(function StepCard({ facts, selected }: StepCardProps) {
  const { handler, api, system, sources, destination, issues, drift } = facts;
  const { t } = useTranslation();
  const call = isCall(handler);
  const line = isCall(handler)
    ? api
      ? `${api.method} ${system?.system_name ?? ''} ${api.path}`
      : handler.api_id
        ? t('Unknown API')
        : t('No API chosen')
    : `${sources || '?'} → ${destination || '?'}`;
  const fact = isCall(handler)
    ? handler.when
      ? t('Only on a condition')
      : handler.on_error === 'stop_run'
        ? t('Stops on an error')
        : handler.on_error === 'ignore'
          ? t('Ignores errors')
          : t('Continues on an error')
    : t('Mapped in each pipe');
  return (
    <div className={classes.card} data-selected={selected}>
      <div className={classes.cardHead}>
        <span className={`${kit.kind} ${call ? classes.kindApi : classes.kindMapping}`}>
          {call ? <IconApi size={15} aria-hidden /> : <IconArrowsRightLeft size={15} aria-hidden />}
        </span>
        <div style={{ minWidth: 0, flex: 1 }}>
          <div className={classes.cardName} title={handler.handler_name}>
            {handler.handler_name || t('No name')}
          </div>
          <div className={classes.cardLine} data-mono={call} title={line}>
            {line}
          </div>
        </div>
      </div>
      <div className={classes.cardFoot}>
        <span className={classes.cardFact} title={fact}>
          {fact}
        </span>
        {issues.length > 0 ? (
          <StateBadge tone="bad">{t('{{count, number}} problems', { count: issues.length })}</StateBadge>
        ) : drift.length > 0 ? (
          <StateBadge tone="warn">{t('Fields gone')}</StateBadge>
        ) : isCall(handler) && !api ? (
          <StateBadge tone="quiet">{t('Not known')}</StateBadge>
        ) : (
          <StateBadge tone="good">{t('Ready')}</StateBadge>
        )}
      </div>
    </div>
  );
});
