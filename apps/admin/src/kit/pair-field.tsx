/** Rows of name and value as a field of a form. */
import type { UseFormReturnType } from '@mantine/form';
import { faultUnder } from './field-labels.js';
import { KeyValues } from './key-values.js';
import type { Pair } from './pairs.js';

interface PairFieldProps<V, N> {
  form: UseFormReturnType<V>;
  name: N;
  label: string;
  help?: string;
}

/** Names of the members that hold pairs. */
type PairName<V> = { [N in keyof V]: V[N] extends Pair[] ? N : never }[keyof V] & string;

export function PairField<V extends object, N extends PairName<V>>(props: PairFieldProps<V, N>) {
  const { form, name, label, help } = props;
  return (
    <KeyValues
      label={label}
      {...(help === undefined ? {} : { help })}
      value={form.values[name] as Pair[]}
      error={faultUnder(form.errors, name)}
      dataPath={name}
      onChange={(value) => {
        form.setFieldValue(name, value as never);
      }}
    />
  );
}
