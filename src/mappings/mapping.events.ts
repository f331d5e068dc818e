export const MAPPING_UPDATED = 'mapping.updated';
