// What is wrong with a single authentication member, in words; null when it is fine.
import { headerProblem, parseHttpUrl } from '#outbound';

export function urlFault(text: string, options: { noFragment?: boolean } = {}): string | null {
  let url: URL;
  try {
    url = parseHttpUrl(text);
  } catch (error) {
    return `must be an absolute http(s) URL: ${(error as Error).message}`;
  }
  return url.hash !== '' && options.noFragment !== false ? 'must not have a fragment (#…)' : null;
}

/** Paths are put behind it, so it ends before a query. */
export function baseUrlFault(text: string): string | null {
  const fault = urlFault(text);
  if (fault !== null) return fault;
  return text.includes('?') ? 'must not have a query (?…): give its parameters to the APIs' : null;
}

export const headerNameFault = (name: string): string | null => headerProblem(name, 'x');

export function extraParamsFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'must be an object of texts, or of arrays of texts';
  const entries = Object.entries(value);
  if (entries.length > 50) return 'must have at most 50 members';
  for (const [name, param] of entries) {
    const isFine =
      typeof param === 'string' ||
      (Array.isArray(param) && param.length <= 20 && param.every((entry) => typeof entry === 'string'));
    if (!isFine)
      return /^\w+$/.test(name)
        ? `.${name} must be a text or an array of texts`
        : `member "${name.slice(0, 50)}" must be a text or an array of texts`;
  }
  return null;
}
