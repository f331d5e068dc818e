// Values that say no: XML and CSV know texts alone, and many systems write flags as numbers or words.

const NO = new Set(['', '0', 'false', 'no', 'n']);

/** false, null, 0, or one of the texts that stand for them. */
export function saysNo(value: unknown): boolean {
  if (value === false || value === null || value === 0) return true;
  return typeof value === 'string' && NO.has(value.trim().toLowerCase());
}
