/** JSON to read, coloured without an editor: light enough to stand on a page at once and to follow each edit. */
import { memo, useMemo, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.js';
import classes from './preview.module.css';

/** Longer texts are cut, so that a record of megabytes does not stop the page. */
const shownCharacters = 256 * 1024;
const colouredCharacters = 40_000;
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

export const JsonText = memo(function JsonText({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, shownCharacters);
  const content = useMemo(() => (shown.length > colouredCharacters ? shown : coloured(shown)), [shown]);
  return (
    <>
      <pre className={classes.json} role="region" aria-label={label} tabIndex={0}>
        {content}
      </pre>
      {shown.length < text.length ? (
        <Button size="compact-xs" mt={6} onClick={() => setWhole(true)}>
          {t('Show all {{size}} characters', { size: formatNumber(text.length) })}
        </Button>
      ) : null}
    </>
  );
});

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [all, quoted, colon, number] = match;
    if (match.index > at) parts.push(text.slice(at, match.index));
    const kind = quoted === undefined ? (number === undefined ? 'word' : 'number') : colon ? 'key' : 'text';
    parts.push(
      <span key={match.index} data-kind={kind}>
        {quoted ?? all}
      </span>,
    );
    if (colon) parts.push(colon);
    at = match.index + all.length;
  }
  parts.push(text.slice(at));
  return parts;
}
