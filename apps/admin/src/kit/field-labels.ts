/** How a form's field is called where it is told of away from it. */

/** By the path in the form. */
export type FieldLabels = Readonly<Record<string, string | { label: string } | undefined>>;

/** `nameOf`: the words of a field, where it has any. `token_calls.1.url`: “Calls for the token 2 url” where only the calls have a label; a name without any as words. */
export function labelOf(path: string, nameOf: (path: string) => string | undefined): string {
  const own = nameOf(path);
  if (own !== undefined) return own;
  const end = path.lastIndexOf('.');
  const last = path.slice(end + 1);
  const words = /^\d+$/.test(last) ? String(Number(last) + 1) : last.replaceAll('_', ' ').trim();
  if (end < 0) return words.charAt(0).toUpperCase() + words.slice(1);
  return `${labelOf(path.slice(0, end), nameOf)} ${words}`;
}

export const namesBy =
  (labels: FieldLabels, t: (text: string) => string) =>
  (path: string): string | undefined => {
    const words = labels[path];
    return words === undefined ? undefined : t(typeof words === 'string' ? words : words.label);
  };

/** The fault of a field, or the first of its members where it has one field for all. */
export function faultUnder<T>(errors: Readonly<Record<string, T>>, path: string): T | undefined {
  return errors[path] ?? Object.entries(errors).find(([field]) => field.startsWith(`${path}.`))?.[1];
}

/** `users[2].name` of the API is `users.2.name` of the form. */
export const dotted = (field: string): string => field.replace(/\[(\d+)\]/g, '.$1');
