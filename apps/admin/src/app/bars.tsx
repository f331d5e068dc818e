/** Thin bars: the service does not answer, a new version was installed, the page is open under another address. */
import { useEffect, useRef } from 'react';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { authStateQuery } from '../api/auth.js';
import { queryClient } from '../api/query-client.js';
import { useServerGone } from '../api/server-gone.js';
import classes from '../kit/kit.module.css';
import { useOutdated } from './outdated.js';

export function Bars() {
  const { t } = useTranslation();
  const gone = useServerGone((state) => state.gone);
  const auth = useQuery(authStateQuery);
  const outdated = useOutdated((state) => state.outdated);
  useEffect(() => {
    if (!gone) return undefined;
    const timer = setInterval(
      () => void queryClient.refetchQueries({ queryKey: authStateQuery.queryKey }),
      3000,
    );
    return () => {
      clearInterval(timer);
      // What was asked for in vain meanwhile comes now by itself; the rest as ever. With all of it, one route that
      // keeps failing beside others that answer would ask for everything again and again.
      void queryClient.invalidateQueries({
        predicate: ({ state }) => state.error !== null || state.fetchFailureCount > 0,
      });
    };
  }, [gone]);
  // What sticks to the top of the page stands below the bars, and editors are lower by them.
  const bars = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => {
      style.setProperty('--pw-bars', `${bars.current?.offsetHeight ?? 0}px`);
    });
    if (bars.current) sizes.observe(bars.current);
    return () => {
      sizes.disconnect();
      style.removeProperty('--pw-bars');
    };
  }, []);
  const publicUrl = auth.data?.public_url;
  const elsewhere = publicUrl !== undefined && new URL(publicUrl).origin !== window.location.origin;
  return (
    <div ref={bars} aria-live="polite" className={classes.bars}>
      {gone ? (
        <div className={classes.offline}>
          {t('The service does not answer. Your edits are kept; trying again by itself.')}
        </div>
      ) : null}
      {outdated ? (
        <div className={classes.offline}>
          {t('A new version was installed. Your edits are kept.')}{' '}
          <Button
            size="compact-xs"
            onClick={() => {
              window.location.reload();
            }}
          >
            {t('Reload')}
          </Button>
        </div>
      ) : null}
      {elsewhere ? (
        <div className={classes.offline}>
          {t('This page is open under another address than the service is set to. Consents and links use')}{' '}
          <Anchor size="xs" href={publicUrl + window.location.pathname}>
            {publicUrl}
          </Anchor>
        </div>
      ) : null}
    </div>
  );
}
