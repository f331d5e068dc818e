// What one's own sessions and tokens may be sorted by: names on the wire, and properties or SQL texts over the alias of the query. The newest come first.
export const SESSION_ORDER = {
  sorts: { last_used_at: 'rotatedAt', created_at: 'createdAt' },
  order: '-last_used_at',
};
export const TOKEN_ORDER = {
  sorts: {
    name: 'lower(t.token_name)',
    created_at: 'createdAt',
    last_used_at: 'lastUsedAt',
    expires_at: 'expiresAt',
  },
  order: '-created_at',
};
