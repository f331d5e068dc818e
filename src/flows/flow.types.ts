// Handlers of a flow, as on the wire and as the engine reads them.
import type { ApiCallHandler, Handler, MappingHandler } from '#engine';

export type { ApiCallHandler, Handler, MappingHandler };

/** Something that keeps a flow from being published or a pipe from being run. */
export interface FlowProblem {
  code: string;
  message: string;
  handler_id: string | null;
}
