/** A form whose fields are checked when they are left, not only when it is saved. */
import type { FocusEvent } from 'react';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';

/**
 * A click on a button leaves the field before it: what is told at once would move the button away under the pointer, and
 * a dialog that is closed by it has nothing to tell.
 */
export const LATER_MS = 300;

export function useCheckedForm<V extends object>(input: UseFormInput<V>): UseFormReturnType<V> {
  return useForm<V>({
    ...input,
    enhanceGetInputProps: ({ inputProps, field, form }) => ({
      onBlur: ({ target }: FocusEvent) => {
        // What the service found fault with stays until it is changed.
        if (inputProps.error) return;
        setTimeout(() => {
          // a save that was pressed meanwhile may have come back with one
          const isFaulty = target.getAttribute('aria-invalid') === 'true';
          if (target.isConnected && !isFaulty) void form.validateField(field);
        }, LATER_MS);
      },
    }),
  });
}
