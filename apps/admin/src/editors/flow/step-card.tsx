/** A step as a card: icon, name, what it calls, one fact and one state. The canvas and the list share it. */
import { IconApi, IconArrowsRightLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiDefinition, Handler, System } from '../../api/types.js';
import { StateBadge } from '../../kit/state-badge.js';
import kit from '../../kit/kit.module.css';
import { isCall, type Issue } from './model.js';
import classes from './flow.module.css';

export interface StepFacts {
  handler: Handler;
  api: ApiDefinition | undefined;
  system: System | undefined;
  names: ReadonlyMap<string, string>;
  issues: Issue[];
  selected: boolean;
}

export function StepCard({ handler, api, system, names, issues, selected }: StepFacts) {
  const { t } = useTranslation();
  const call = isCall(handler);
  const line = isCall(handler)
    ? api
      ? `${api.method} ${system?.system_name ?? ''} ${api.path}`
      : t('No API chosen')
    : `${handler.source_handler_ids.map((id) => names.get(id) ?? '?').join(' + ') || '?'} → ${names.get(handler.destination_handler_id ?? '') ?? '?'}`;
  const fact = isCall(handler)
    ? handler.on_error === 'stop_run'
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
          <div className={classes.cardName}>{handler.handler_name || t('No name')}</div>
          <div className={`${classes.cardLine} ${call ? 'mono' : ''}`} title={line}>
            {line}
          </div>
        </div>
      </div>
      <div className={classes.cardFoot}>
        <span>{fact}</span>
        {issues.length > 0 ? (
          <StateBadge tone="bad">{t('{{count}} problems', { count: issues.length })}</StateBadge>
        ) : (
          <StateBadge tone="good">{t('Ready')}</StateBadge>
        )}
      </div>
    </div>
  );
}
