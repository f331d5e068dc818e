export const SYSTEM_CREATED = 'system.created';
export const SYSTEM_UPDATED = 'system.updated';
export const SYSTEM_DELETED = 'system.deleted';
/** It moved to another host or type: the tokens and secrets of its credentials were dropped with it. */
export const SYSTEM_ORIGIN_CHANGED = 'system.origin_changed';
