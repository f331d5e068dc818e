/** The document itself; what is typed becomes the model as soon as it is one. */
import { useEffect, useRef, useState } from 'react';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { printJson } from '../../api/json.js';
import { JsonEditor } from '../../kit/json-editor.js';
import { jsonFaultAt } from '../../kit/json-fault.js';
import { parseDocument, sameDocument, type MappingDocument } from './document.js';
import type { UnreadText } from './unread-text.js';
import classes from './mapping.module.css';

const write = (document: MappingDocument): string => printJson(document, 2) ?? '';

interface JsonViewProps {
  label: string;
  document: MappingDocument;
  onChange: (document: MappingDocument) => void;
  unread: UnreadText | null;
  onUnread: (text: string, fault: string) => void;
  /** What was typed can be read again. */
  onRead: () => void;
}

export default function JsonView({ label, document, onChange, unread, onUnread, onRead }: JsonViewProps) {
  const { t } = useTranslation();
  const [read, setRead] = useState(write(document));
  const typed = useRef(document);
  useEffect(() => {
    // Undo or another view changed the model; one's own typing is not written over.
    if (!sameDocument(document, typed.current)) {
      typed.current = document;
      setRead(write(document));
    }
  }, [document]);
  const text = unread?.text ?? read;
  return (
    <div className={classes.jsonView}>
      <JsonEditor
        label={label}
        value={text}
        height="max(320px, calc(100vh - 48px - 81px - 38vh - 110px))"
        invalid={unread !== null}
        onChange={(next) => {
          if (next === text) return;
          try {
            const parsed = parseDocument(next);
            typed.current = parsed;
            setRead(next);
            onRead();
            if (!sameDocument(parsed, document)) onChange(parsed);
          } catch (error) {
            onUnread(next, jsonFaultAt(next, error, t));
          }
        }}
      />
      {unread ? (
        <Text c="var(--pw-bad)" mt={6} role="alert">
          {unread.fault}
        </Text>
      ) : null}
    </div>
  );
}
