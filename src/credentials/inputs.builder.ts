// `{{inputs.<name>}}` in the address and headers of a call: what the credential's inputs make of them.

const INPUT = /\{\{\s*inputs\.([\w-]+)\s*\}\}/g;

/** Text with the credential's inputs filled in. `missing` gives the error where there is none of that name. */
export function fillInputs(
  text: string,
  inputs: Record<string, string>,
  missing: (message: string) => Error,
  encode: (value: string) => string = (value) => value,
): string {
  if (!text.includes('{{')) return text;
  return text.replace(INPUT, (_, name: string) => {
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (value === undefined) throw missing(`The credential has no input "${name}".`);
    return encode(value);
  });
}
