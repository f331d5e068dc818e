/** The frame of the pages before sign-in. */
import { useEffect, type ReactNode } from 'react';
import { Title } from '@mantine/core';
import { Bars } from '../app/bars.js';
import { Logo } from '../app/logo.js';
import classes from './outside.module.css';

export function Outside({
  title,
  lead,
  children,
  wide,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  wide?: boolean;
}) {
  useEffect(() => {
    document.title = `${title} · Pipewright`;
  }, [title]);
  return (
    <main className={classes.page}>
      <div className={classes.bars}>
        <Bars />
      </div>
      <div className={classes.brand}>
        <Logo size={28} /> Pipewright
      </div>
      <div className={classes.card} style={{ maxWidth: wide ? 520 : 400 }}>
        <Title order={1}>{title}</Title>
        {lead ? <div className={classes.lead}>{lead}</div> : null}
        {children}
      </div>
    </main>
  );
}
