// Values that say no: XML and CSV know texts alone, and many systems write flags as numbers or words.

const NO = new Set(['', '0', 'false', 'no', 'n']);

/** false, null, 0, or one of the texts that stand for them. */
export function saysNo(value: unknown): boolean {
  if (value === false || value === null || value === 0) return true;
  return typeof value === 'string' && NO.has(value.trim().toLowerCase());
}

/** Whether an `error` or `errors` says nothing: members of good answers are often there, and empty. */
export function saysNothing(error: unknown): boolean {
  // "no" may be all that a refusal says
  if (typeof error === 'string') return ['', '0', 'false'].includes(error.trim().toLowerCase());
  if (error === undefined || saysNo(error)) return true;
  return typeof error === 'object' && error !== null && Object.keys(error).length === 0;
}
