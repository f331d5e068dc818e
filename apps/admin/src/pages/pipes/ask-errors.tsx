/** The question before failed records are retried, settled or ignored, with what it means for the destination. */
import { useTranslation } from 'react-i18next';
import type { RetryErrorsDto } from '#sdk';
import type { Flow } from '../../api/types.js';
import { Confirm } from '../../kit/confirm.js';
import { retryWords } from '../runs/retry-words.js';

export type Asked =
  | { what: 'arrived' | 'ignored' }
  /** `records`: which, in words. */
  | { what: 'retry'; body: RetryErrorsDto; count: number; records: string };

interface AskProps {
  asked: Asked | null;
  flow: Flow | undefined;
  chosen: number;
  onClose: () => void;
  run: (asked: Asked) => Promise<void>;
}

export function AskErrors({ asked, flow, chosen, onClose, run }: AskProps) {
  const { t } = useTranslation();
  if (asked === null) return null;
  const count = asked.what === 'retry' ? asked.count : chosen;
  const words = {
    retry: {
      title: t('Retry {{count, number}} failed records?', { count }),
      text: asked.what === 'retry' ? retryWords(t, flow, asked.records) : '',
      action: t('Retry'),
    },
    arrived: {
      title: t('Settle {{count, number}} records as arrived?', { count }),
      text: t('The destination has them: they are not sent again unless they change in the source.'),
      action: t('They arrived'),
    },
    ignored: {
      title: t('Ignore {{count, number}} records?', { count }),
      text: t('They are not sent, and no longer shown as open.'),
      action: t('Ignore'),
    },
  }[asked.what];
  return (
    <Confirm
      opened
      onClose={onClose}
      title={words.title}
      text={words.text}
      action={words.action}
      plain
      run={() => run(asked)}
    />
  );
}
