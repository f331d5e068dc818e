import type { ApiDefinition } from '../apis/api-definition.entity.js';

/** What a mapping stands between: its source APIs and its destination API. */
export interface MappingContext {
  /** In the order of the Mapping Handler's sources; the first one's record is the mapping's record. */
  sources: { handlerId: string; api: ApiDefinition }[];
  destination: ApiDefinition | null;
}
