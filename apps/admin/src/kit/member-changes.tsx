/** Members of a thing that differ: what each was, struck out, and what it is. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MemberChange } from './changed-members.js';
import { shortValue } from './short.js';
import classes from './conflict.module.css';

/** By member: what it is called on the page, and the words for the values of a closed list. */
export type MemberWords = Record<string, { label: string; words?: Record<string, string> }>;

interface MemberChangesProps {
  changes: MemberChange[];
  /** A member without words is called by its name. */
  words?: MemberWords;
  /** What is shown for a value that is neither itself nor a word, as the name of what an id stands for. */
  shown?: (name: string, value: unknown) => unknown;
}

export function MemberChanges({ changes, words = {}, shown }: MemberChangesProps) {
  const { t } = useTranslation();
  const valueOf = (name: string, value: unknown): unknown => {
    if (value === undefined) return undefined;
    const word = typeof value === 'string' ? words[name]?.words?.[value] : undefined;
    if (word !== undefined) return t(word);
    if (typeof value === 'boolean') return value ? t('yes') : t('no');
    return shown ? shown(name, value) : value;
  };
  return (
    <ul className={classes.members}>
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          {words[name] ? t(words[name].label) : name}: <Value value={valueOf(name, before)} as="del" /> →{' '}
          <Value value={valueOf(name, after)} as="ins" />
        </li>
      ))}
    </ul>
  );
}

function Value({ value, as: Tag }: { value: unknown; as: 'del' | 'ins' }) {
  const { t } = useTranslation();
  const text = shortValue(value, 120);
  if (text === '') {
    return (
      <Text span size="xs" c="dimmed">
        {t('nothing')}
      </Text>
    );
  }
  return <Tag className="mono">{text}</Tag>;
}
