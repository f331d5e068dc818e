/** A connection that was added on the way: the wizard comes back with it chosen, where it was needed. */
import { useEffect, useRef } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import type { Credential } from '../../../api/types.js';
import type { WizardForm } from './wizard-form.js';

/** `added`: its id. What was chosen before and is gone by now is not chosen any more. */
export function useNewConnection(
  form: UseFormReturnType<WizardForm>,
  credentials: Credential[] | undefined,
  added: string | undefined,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (credentials === undefined || isDone.current) return;
    isDone.current = true;
    const systemOf = new Map(credentials.map((row) => [row.credential_id, row.system_id]));
    const { first, others } = form.getValues();
    const firstSystem = systemOf.get(first);
    const addedSystem = added === undefined ? undefined : systemOf.get(added);
    if (firstSystem === undefined) {
      form.setValues({
        step: 0,
        first: addedSystem === undefined ? '' : (added ?? ''),
        flow_id: '',
        others: {},
      });
      return;
    }
    const still = Object.fromEntries(Object.entries(others).filter(([, id]) => systemOf.has(id)));
    if (addedSystem === undefined || added === undefined) form.setValues({ others: still });
    else if (addedSystem === firstSystem) form.setValues({ first: added, others: still });
    else form.setValues({ others: { ...still, [addedSystem]: added } });
  }, [credentials, added, form]);
}
