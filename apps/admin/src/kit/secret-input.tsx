/** A write-only value: "stored, hidden" with Replace, never sent back by the service. */
import { useState } from 'react';
import { Button, Input, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './kit.module.css';

interface SecretInputProps extends PasswordInputProps {
  /** True when the service holds a value already. */
  stored: boolean;
  /** Undefined while the stored value is kept. */
  value?: string | undefined;
  onReplace?: (replacing: boolean) => void;
}

export function SecretInput({ stored, onReplace, ...input }: SecretInputProps) {
  const { t } = useTranslation();
  const [replacing, setReplacing] = useState(false);
  if (stored && !replacing && !input.value && !input.error) {
    return (
      <Input.Wrapper
        label={input.label}
        description={input.description}
        labelElement="div"
        required={input.required}
      >
        <div className={classes.stored}>
          <IconLock size={14} aria-hidden />
          <span style={{ flex: 1 }}>{t('Stored, hidden')}</span>
          <Button
            size="compact-xs"
            aria-label={t('Replace {{label}}', { label: typeof input.label === 'string' ? input.label : '' })}
            onClick={() => {
              setReplacing(true);
              onReplace?.(true);
            }}
          >
            {t('Replace')}
          </Button>
        </div>
      </Input.Wrapper>
    );
  }
  return (
    <PasswordInput
      autoComplete="off"
      data-autofocus={replacing || undefined}
      {...input}
      value={input.value ?? ''}
    />
  );
}
