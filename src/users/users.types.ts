// What the list of people may be sorted by: names on the wire, and properties or SQL texts over the alias `u`.
export const USER_SORTS = {
  name: 'lower(u.name)',
  email: 'email',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
};
