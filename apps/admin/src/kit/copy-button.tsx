/** Copies a text; says whether it did to the eye and to a screen reader. */
import { useEffect, useState } from 'react';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.js';

const SHOWN_MS = 2_000;

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const words =
    copied === null ? label : copied ? t('Copied') : t('Your browser refused: select it and copy it by hand');
  const CopyIcon = copied === null ? IconCopy : copied ? IconCheck : IconX;
  return (
    <Tooltip label={words}>
      <ActionIcon size={24} aria-label={words} onClick={() => void copyText(value).then(setCopied)}>
        <CopyIcon size={15} />
      </ActionIcon>
    </Tooltip>
  );
}
