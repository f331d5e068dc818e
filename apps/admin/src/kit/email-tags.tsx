/** E-mail addresses, one tag each: typed with Enter, or pasted as a list in any common form. */
import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface EmailTagsProps extends Omit<TagsInputProps, 'value' | 'onChange'> {
  value: string[];
  onChange: (value: string[]) => void;
}

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/** What stands between spaces, commas and semicolons, each once. */
const split = (texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.split(/[\s,;]+/)).filter((text) => text !== '')),
];

export function EmailTags({ value, onChange, error, ...input }: EmailTagsProps) {
  const { t } = useTranslation();
  const wrong = value.find((text) => !isEmail(text));
  return (
    <TagsInput
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      // nothing to choose from: Escape is for the dialog
      dropdownOpened={false}
      {...input}
      value={value}
      onChange={(texts) => {
        onChange(split(texts));
      }}
      error={
        error ?? (wrong === undefined ? null : t('“{{text}}” is not an e-mail address.', { text: wrong }))
      }
    />
  );
}
