/** Three groups of pages; "Get started" stands on top until the project's first good run. */
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { statsOf } from '../api/run-stats.js';
import { runStatsQuery } from '../api/runs.js';
import { useProgress } from '../api/use-progress.js';
import { formatCompact } from '../i18n/format.js';
import { useLastDay } from '../kit/use-last-day.js';
import { navigation, startEntry, type NavigationEntry } from './navigation.js';
import classes from './shell.module.css';

export function SideNavigation({ project }: { project: string }) {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { from, to } = useLastDay();
  const stats = useQuery({ ...runStatsQuery(project, from, to), refetchInterval: 60_000 });
  const failed = stats.data === undefined ? 0 : statsOf(stats.data).totals.failed;
  const { done } = useProgress(project);
  const link = (entry: NavigationEntry, count = 0) => {
    const target = entry.to(project);
    const active = pathname === target || pathname.startsWith(`${target}/`);
    return (
      <Link
        key={target}
        to={target}
        className={classes.link}
        data-active={active}
        aria-current={active ? 'page' : undefined}
      >
        <entry.icon size={17} aria-hidden stroke={1.6} />
        {t(entry.label)}
        {count > 0 ? (
          <span className={classes.count} title={t('Failed records in the last 24 hours')}>
            {formatCompact(count)}
          </span>
        ) : null}
      </Link>
    );
  };
  return (
    <nav aria-label={t('Project pages')}>
      {done === false ? link(startEntry) : null}
      {navigation.map((group) => (
        <div key={group.label}>
          <div className={classes.group}>{t(group.label)}</div>
          {group.entries.map((entry) => link(entry, entry.label === 'Runs' ? failed : 0))}
        </div>
      ))}
    </nav>
  );
}
