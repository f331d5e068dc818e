/** The frame of a page: sticky head with breadcrumb, title, save state and at most one filled button; then the body. */
import { useEffect, type ReactNode } from 'react';
import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './kit.module.css';

export interface Crumb {
  label: string;
  to: string;
}
interface PageProps {
  title: string;
  crumbs?: Crumb[];
  badge?: ReactNode;
  status?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Editors take the whole width and height, without the body's padding. */
  flush?: boolean;
  /** A form without a side navigation stands in the middle. */
  narrow?: boolean;
}

export function Page({ title, crumbs = [], badge, status, actions, children, flush, narrow }: PageProps) {
  const { t } = useTranslation();
  const inner = narrow ? classes.narrow : undefined;
  useEffect(() => {
    document.title = `${title} · Pipewright`;
  }, [title]);
  return (
    <>
      <div className={classes.head}>
        <div className={inner}>
          {crumbs.length > 0 ? (
            <nav className={classes.crumbs} aria-label={t('Where this page is')}>
              {crumbs.map((crumb, position) => (
                <span key={crumb.to} title={crumb.label}>
                  {position > 0 ? (
                    <span aria-hidden className={classes.slash}>
                      /
                    </span>
                  ) : null}
                  <Link to={crumb.to}>{crumb.label}</Link>
                </span>
              ))}
            </nav>
          ) : null}
          <div className={classes.headRow}>
            <Title order={1} className={classes.title} title={title}>
              {title}
            </Title>
            {badge}
            {status}
            {actions ? <div className={classes.actions}>{actions}</div> : null}
          </div>
        </div>
      </div>
      {flush ? (
        children
      ) : (
        <div className={classes.body}>
          <div className={inner}>{children}</div>
        </div>
      )}
    </>
  );
}

interface SectionProps {
  title?: ReactNode;
  help?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  padded?: boolean;
}

export function Section({ title, help, actions, children, padded = true }: SectionProps) {
  return (
    <section className={classes.section}>
      {title ? (
        <div className={classes.sectionHead}>
          <div style={{ minWidth: 0 }}>
            <Title order={2}>{title}</Title>
            {help ? <div style={{ fontSize: 12, color: 'var(--mantine-color-dimmed)' }}>{help}</div> : null}
          </div>
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </div>
      ) : null}
      <div className={padded ? classes.sectionBody : undefined}>{children}</div>
    </section>
  );
}
