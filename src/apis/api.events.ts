export const API_CREATED = 'api.created';
export const API_UPDATED = 'api.updated';
export const API_DELETED = 'api.deleted';
