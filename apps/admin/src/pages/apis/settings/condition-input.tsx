/** A condition on an answer inside a setting: a button until it is wanted, then its fields or its JSON. */
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ConditionField } from '../../../editors/conditions/condition-field.js';
import { printJson } from '../../../api/json.js';
import type { Json } from '../../../api/types.js';
import { answerPaths, jsonText, readJson } from '../api-form.js';

interface ConditionInputProps {
  label: string;
  help: string;
  /** What opens it. */
  open: string;
  /** A text is one that is typed and no JSON yet: it stands there to be refused when it is saved. */
  value: Json;
  error: ReactNode;
  dataPath: string;
  onChange: (value: Json) => void;
}

export function ConditionInput({ label, help, open, value, error, dataPath, onChange }: ConditionInputProps) {
  const [isOpen, setIsOpen] = useState(value !== null);
  const holder = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<{ text: string; of: string | undefined } | null>(null);
  if (!isOpen && value === null) {
    return (
      <div ref={holder}>
        <Button
          size="compact-xs"
          leftSection={<IconPlus size={12} aria-hidden />}
          onClick={() => {
            setIsOpen(true);
            // The button goes away: one types on where it was.
            setTimeout(() => holder.current?.querySelector('input')?.focus());
          }}
        >
          {open}
        </Button>
      </div>
    );
  }
  const shown = typeof value === 'string' ? value : jsonText(value);
  return (
    <div ref={holder}>
      <ConditionField
        label={label}
        help={help}
        paths={answerPaths}
        value={typeof value === 'string' ? null : value}
        onChange={onChange}
        asText={{
          text: typed && typed.of === printJson(value) ? typed.text : shown,
          onText: (text) => {
            const means = readJson(text);
            // what is no condition yet (a number, a list that is begun) stands as it is typed
            const next = typeof means === 'object' && !Array.isArray(means) ? means : text;
            setTyped({ text, of: printJson(next) });
            onChange(next);
          },
          error,
          dataPath,
        }}
      />
    </div>
  );
}
