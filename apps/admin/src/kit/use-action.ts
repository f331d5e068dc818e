/** A button that sends one command: busy while it runs, a toast when done, an error that stays until closed. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, messageOf } from '../api/errors.js';

interface ActionOptions<I, R> {
  run: (input: I) => Promise<R>;
  refresh?: QueryKey[];
  message?: string;
  onDone?: (answer: R, input: I) => void;
  /** True: the caller shows the error itself. */
  quiet?: boolean;
}

export function showError(error: unknown): void {
  const id = error instanceof ApiError && error.requestId ? ` (${error.requestId})` : '';
  const faults = error instanceof ApiError ? error.faults.map((fault) => fault.message).join(' ') : '';
  const message = messageOf(error);
  notifications.show({
    title: message,
    message: `${faults === message ? '' : faults}${id}`,
    color: 'red',
    autoClose: false,
    role: 'alert',
  });
}

export function useAction<I = void, R = unknown>({
  run,
  refresh = [],
  message,
  onDone,
  quiet,
}: ActionOptions<I, R>) {
  const client = useQueryClient();
  return useMutation<R, Error, I>({
    mutationFn: run,
    onSuccess: async (answer, input) => {
      await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (message) notifications.show({ message, color: 'green' });
      onDone?.(answer, input);
    },
    onError: (error) => {
      if (!quiet) showError(error);
    },
  });
}
