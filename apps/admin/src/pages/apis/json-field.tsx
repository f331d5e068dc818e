/** A JSON member of a form, with its label, help and fault. */
import { Input } from '@mantine/core';
import { JsonEditor } from '../../kit/json-editor.js';

interface JsonFieldProps {
  label: string;
  /** Its title stands above already: the label is only read out. */
  isTitled?: boolean;
  help?: string;
  value: string;
  error?: React.ReactNode;
  height?: number;
  language?: 'json' | 'text';
  dataPath?: string | undefined;
  onChange: (text: string) => void;
}

export function JsonField({
  label,
  isTitled = false,
  help,
  value,
  error,
  height = 160,
  language = 'json',
  dataPath,
  onChange,
}: JsonFieldProps) {
  return (
    <Input.Wrapper label={isTitled ? undefined : label} description={help} error={error} labelElement="div">
      <div style={{ marginTop: 4, marginBottom: error ? 5 : 0 }}>
        <JsonEditor
          label={label}
          value={value}
          onChange={onChange}
          height={height}
          language={language}
          dataPath={dataPath}
          invalid={Boolean(error)}
        />
      </div>
    </Input.Wrapper>
  );
}
