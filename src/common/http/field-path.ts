// Paths of fields in error messages: `users[2]`, `handlers[0].api_id`.

/** Joins a parent path and a member name or an index. */
export function joinFieldPath(parent: string, member: string): string {
  if (/^\d+$/.test(member) && parent !== '') return `${parent}[${member}]`;
  return parent === '' ? member : `${parent}.${member}`;
}
