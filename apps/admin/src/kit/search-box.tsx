/** The search box above a list: says what is sought as soon as nobody types for a moment, at once by Enter. */
import { useEffect, useRef, useState } from 'react';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './kit.module.css';

const STILL_MS = 300;

interface SearchBoxProps {
  label: string;
  /** What is sought, without blanks around it. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Nobody has to wait: what is sought is here already. */
  stillMs?: number;
}

export function SearchBox({ label, value, onChange, placeholder, stillMs = STILL_MS }: SearchBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const said = useRef(value);
  const isHeard = useRef(true);
  useEffect(() => {
    if (value === said.current) isHeard.current = true;
    if (!isHeard.current || value === said.current) return;
    // by the back button, or by "Clear filters"
    said.current = value;
    setTyped(value);
  }, [value]);
  const say = (words: string) => {
    if (words === said.current) return;
    said.current = words;
    isHeard.current = false;
    onChange(words);
  };
  const latest = useRef(say);
  latest.current = say;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed.trim()), stillMs);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, stillMs]);
  return (
    <TextInput
      size="xs"
      className={classes.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="xs"
            aria-label={t('Clear the search')}
            onClick={() => {
              setTyped('');
              say('');
            }}
          />
        )
      }
      aria-label={label}
      placeholder={placeholder ?? t('Search')}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') say(typed.trim());
      }}
    />
  );
}
