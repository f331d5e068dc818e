/** A message in the page: its tone, its reason first, and at most one next step. */
import type { ReactNode } from 'react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react';
import type { Tone } from './state-badge.js';
import classes from './kit.module.css';

const icons: Record<Tone, Icon> = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconInfoCircle,
  info: IconInfoCircle,
};

interface NoteProps {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  live?: boolean;
}

export function Note({ tone, title, children, action, live }: NoteProps) {
  const NoteIcon = icons[tone];
  return (
    <div
      className={`${classes.note} ${classes[tone] ?? ''}`}
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <NoteIcon size={18} aria-hidden style={{ flexShrink: 0, marginTop: 1 }} />
      <div style={{ flex: 1, minWidth: 0, color: 'var(--mantine-color-text)', overflowWrap: 'anywhere' }}>
        {title ? <div style={{ fontWeight: 600 }}>{title}</div> : null}
        {children}
      </div>
      {action}
    </div>
  );
}
