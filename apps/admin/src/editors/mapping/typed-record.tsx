/** A record typed in for the preview. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { JsonEditor } from '../../kit/json-editor.js';

export default function TypedRecord({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  const isUnreadable = !isJson(text);
  return (
    <div style={{ flexShrink: 0 }}>
      <JsonEditor label={t('Record')} value={text} onChange={onChange} height={150} invalid={isUnreadable} />
      {isUnreadable ? (
        <Text size="xs" c="var(--pw-bad)" role="alert" mt={4}>
          {t('This is not JSON yet; the preview shows the record before.')}
        </Text>
      ) : null}
    </div>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
