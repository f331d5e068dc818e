/** A state is told by icon, word and colour together. */
import type { ReactNode } from 'react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  IconLoader2,
  type Icon,
} from '@tabler/icons-react';
import classes from './kit.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'quiet' | 'info';
const icons: Record<Tone, Icon> = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconCircleDashed,
  info: IconInfoCircle,
};

export function StateBadge({
  tone,
  children,
  waiting,
  busy,
}: {
  tone: Tone;
  children: ReactNode;
  waiting?: boolean;
  /** Work is going on. */
  busy?: boolean;
}) {
  const StateIcon = waiting ? IconClock : busy ? IconLoader2 : icons[tone];
  return (
    <span className={`${classes.state} ${classes[tone] ?? ''}`} data-state-badge>
      <StateIcon size={14} aria-hidden />
      {children}
    </span>
  );
}
