/** A time as people say it, with the zone on hover. */
import { formatTime, formatTimeInFull } from '../i18n/format.js';

export function Time({ at, empty = '–' }: { at: string | null | undefined; empty?: string }) {
  if (!at) return <span>{empty}</span>;
  return (
    <time dateTime={at} title={formatTimeInFull(at)} className="num" style={{ whiteSpace: 'nowrap' }}>
      {formatTime(at)}
    </time>
  );
}
