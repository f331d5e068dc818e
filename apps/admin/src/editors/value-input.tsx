/** A one-line field for any JSON value; what is typed stands as it is until the value is changed from elsewhere. */
import { useState } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { printJson } from '../api/json.js';
import type { Json } from '../api/types.js';
import { shownValue, typedValue } from './typed-value.js';

interface ValueInputProps extends Omit<
  TextInputProps,
  'value' | 'defaultValue' | 'onChange' | 'classNames' | 'size'
> {
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
  /** An empty field is no value at all instead of an empty text. */
  emptyIsNothing?: boolean;
  /** Everything typed is text. */
  asText?: boolean;
}

export function ValueInput({ value, onChange, emptyIsNothing, asText, ...rest }: ValueInputProps) {
  const [typed, setTyped] = useState<{ text: string; means: Json | undefined } | null>(null);
  const shown = asText && typeof value === 'string' ? value : shownValue(value);
  const isMine = typed !== null && printJson(typed.means) === printJson(value);
  return (
    <TextInput
      size="xs"
      classNames={{ input: 'mono' }}
      {...rest}
      value={isMine ? typed.text : shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const means = text === '' && emptyIsNothing ? undefined : asText ? text : typedValue(text);
        setTyped({ text, means });
        onChange(means);
      }}
    />
  );
}
