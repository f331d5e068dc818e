// What is wrong with the texts of an API's settings, in words; null when they are fine. Those that are objects: api-shapes.ts.
import { headerProblem } from '#outbound';
import { bodyPathFault } from './api-shapes.js';

/** Where the records are: a path, `$` or nothing. */
export const recordsPathFault = (value: string): string | null =>
  value === '' || value === '$'
    ? null
    : value.includes('[]')
      ? 'is written without []'
      : bodyPathFault(value);

/** Relative to the base URL: it may not leave its origin. `{name}` is a path parameter. */
export function pathFault(path: string): string | null {
  if (!path.startsWith('/')) return 'must begin with "/": it is relative to the base URL of the system';
  if (path.startsWith('//') || path.includes('\\')) return 'may not leave the origin of the system';
  if (path.includes('#')) return 'must not have a fragment (#…)';
  if (/[\u0000-\u0020\u007f]/.test(path))
    return 'must not hold white space or control characters: write them percent-encoded';
  if (/(^|\/)(\.|%2e){2}(\/|$)/i.test(path.split('?')[0] ?? '')) return 'must not hold ".." steps';
  const rest = path.replace(/\{[A-Za-z_][\w-]*\}/g, '').replace(/\{\{inputs\.\w+\}\}/g, '');
  return /[{}]/.test(rest) ? 'has a brace that is no path parameter: write {name}' : null;
}

export const headersFault = (name: string, value: unknown): string | null =>
  typeof value !== 'string' ? 'must be a text' : headerProblem(name, value);
