export const SYSTEM_CREATED = 'system.created';
export const SYSTEM_UPDATED = 'system.updated';
export const SYSTEM_DELETED = 'system.deleted';
/** base_url or token_url moved to another origin: tokens and secrets of its credentials must be dropped. */
export const SYSTEM_ORIGIN_CHANGED = 'system.origin_changed';
