export const FLOW_CREATED = 'flow.created';
export const FLOW_UPDATED = 'flow.updated';
export const FLOW_PUBLISHED = 'flow.published';
export const FLOW_DELETED = 'flow.deleted';
