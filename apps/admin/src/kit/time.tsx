/** A time as people say it, with the zone on hover. "2 minutes ago" moves on while the page is open. */
import { formatTime, formatTimeInFull } from '../i18n/format.js';
import { useTick } from './use-tick.js';

export function Time({ at, empty = '–' }: { at: string | null | undefined; empty?: string }) {
  useTick();
  if (!at) return <span>{empty}</span>;
  return (
    <time dateTime={at} title={formatTimeInFull(at)} className="num" style={{ whiteSpace: 'nowrap' }}>
      {formatTime(at)}
    </time>
  );
}
