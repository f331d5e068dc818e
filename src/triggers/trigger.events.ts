export const TRIGGER_CREATED = 'trigger.created';
export const TRIGGER_UPDATED = 'trigger.updated';
export const TRIGGER_DELETED = 'trigger.deleted';
