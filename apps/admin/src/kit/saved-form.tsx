/** The frame of a form: what came back, what failed, the fields, and its one button. */
import type { FormEventHandler, ReactNode } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { ErrorNote } from './states.js';

interface SavedFormProps {
  /** Of `useKeptForm`. */
  kept: ReactNode;
  /** Of `useSave`. */
  save: { submit: FormEventHandler<HTMLFormElement>; saving: boolean; error: unknown };
  /** Words of the button. */
  action: string;
  /** A button within a page that has another main one. */
  plain?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

export function SavedForm({ kept, save, action, plain = false, disabled = false, children }: SavedFormProps) {
  return (
    <form onSubmit={save.submit} noValidate>
      <Stack>
        {kept}
        {save.error ? <ErrorNote error={save.error} /> : null}
        {children}
        <Group justify="flex-end">
          <Button
            type="submit"
            variant={plain ? 'default' : 'filled'}
            loading={save.saving}
            disabled={disabled}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
