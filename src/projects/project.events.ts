// Events of this feature, in the past tense.
export const PROJECT_CREATED = 'project.created';
export const PROJECT_UPDATED = 'project.updated';
export const PROJECT_DELETED = 'project.deleted';
export const PROJECT_SETTINGS_CHANGED = 'project.settings_changed';
