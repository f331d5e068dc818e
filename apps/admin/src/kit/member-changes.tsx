/** Members of a thing that differ: what each was, struck out, and what it is. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MemberChange } from './changed-members.js';
import { shortValue } from './short.js';
import classes from './conflict.module.css';

export function MemberChanges({ changes }: { changes: MemberChange[] }) {
  return (
    <ul className={classes.members}>
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          {name}: <Value value={before} as="del" /> → <Value value={after} as="ins" />
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
