/** The document itself; what is typed becomes the model as soon as it is one. */
import { useEffect, useRef, useState } from 'react';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { printJson } from '../../api/json.js';
import { JsonEditor } from '../../kit/json-editor.js';
import { jsonFaultAt } from '../../kit/json-fault.js';
import { parseDocument, sameDocument, type MappingDocument } from './document.js';
import classes from './mapping.module.css';

const write = (document: MappingDocument): string => printJson(document, 2) ?? '';

export default function JsonView({
  label,
  document,
  onChange,
}: {
  label: string;
  document: MappingDocument;
  onChange: (document: MappingDocument) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(write(document));
  const [fault, setFault] = useState<string | null>(null);
  const typed = useRef(document);
  useEffect(() => {
    // Undo or another view changed the model; one's own typing is not written over.
    if (!sameDocument(document, typed.current)) {
      typed.current = document;
      setText(write(document));
      setFault(null);
    }
  }, [document]);
  return (
    <div className={classes.jsonView}>
      <JsonEditor
        label={label}
        value={text}
        height="max(320px, calc(100vh - 48px - 81px - 38vh - 110px))"
        invalid={fault !== null}
        onChange={(next) => {
          if (next === text) return;
          setText(next);
          try {
            const parsed = parseDocument(next);
            typed.current = parsed;
            setFault(null);
            if (!sameDocument(parsed, document)) onChange(parsed);
          } catch (error) {
            setFault(jsonFaultAt(next, error, t));
          }
        }}
      />
      {fault ? (
        <Text c="var(--pw-bad)" mt={6} role="alert">
          {fault}
        </Text>
      ) : null}
    </div>
  );
}
