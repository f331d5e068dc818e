/** A state is told by icon, word and colour together. */
import type { ReactNode } from 'react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
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
  info: IconLoader2,
};

export function StateBadge({
  tone,
  children,
  waiting,
}: {
  tone: Tone;
  children: ReactNode;
  waiting?: boolean;
}) {
  const StateIcon = waiting ? IconClock : icons[tone];
  return (
    <span className={`${classes.state} ${classes[tone] ?? ''}`}>
      <StateIcon size={14} aria-hidden />
      {children}
    </span>
  );
}
