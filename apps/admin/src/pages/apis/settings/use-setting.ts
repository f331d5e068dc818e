/** One setting of the form of an API: its text, what the text means, and edits that take their faults away. */
import type { UseFormReturnType } from '@mantine/form';
import { jsonOrText } from '../../../api/json.js';
import type { Json } from '../../../api/types.js';
import { LATER_MS } from '../../../kit/use-checked-form.js';
import { jsonText, readJson, type ApiForm } from '../api-form.js';
import type { SettingName } from './api-settings.js';

export interface Setting {
  name: SettingName;
  text: string;
  /** Undefined: the text is no JSON. */
  value: Json | undefined;
  setText: (text: string) => void;
  /** `part`: only the fault of this member goes, as `overlap_seconds`. */
  setValue: (value: Json, part?: string) => void;
  faultOf: (part: string) => React.ReactNode;
  /** All that is wrong, each with its place. */
  faults: string[];
  /** Where a form finds a part. */
  pathOf: (part: string) => string;
  /** Checks one part as it stands then: a tag that is being typed is taken when its field is left. */
  check: (part: string) => void;
}

export function useSetting(form: UseFormReturnType<ApiForm>, name: SettingName): Setting {
  const text = form.values[name];
  const pathOf = (part: string): string => (part === '' ? name : `${name}.${part}`);
  const isMine = (path: string): boolean => path === name || path.startsWith(`${name}.`);
  const clearFaults = (isGone: (path: string) => boolean) => {
    form.setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([path]) => !isGone(path))));
  };
  const setText = (next: string) => {
    form.setFieldValue(name, next);
    clearFaults(isMine);
  };
  return {
    name,
    text,
    value: readJson(text),
    setText,
    setValue: (value, part) => {
      if (part === undefined) return setText(jsonText(value));
      form.setFieldValue(name, jsonText(value));
      clearFaults((path) => path === name || path === pathOf(part));
    },
    faultOf: (part) => form.errors[pathOf(part)],
    faults: Object.entries(form.errors)
      .filter(([path]) => isMine(path))
      .map(
        ([path, fault]) => `${path === name ? '' : `${path.slice(name.length + 1)}: `}${jsonOrText(fault)}`,
      ),
    pathOf,
    check: (part) => {
      // what the service found fault with stays until it is changed
      if (form.errors[pathOf(part)]) return;
      setTimeout(() => form.validateField(pathOf(part)), LATER_MS);
    },
  };
}
