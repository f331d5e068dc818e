export const PIPE_CREATED = 'pipe.created';
export const PIPE_UPDATED = 'pipe.updated';
export const PIPE_ENABLED = 'pipe.enabled';
export const PIPE_DISABLED = 'pipe.disabled';
export const PIPE_DELETED = 'pipe.deleted';
