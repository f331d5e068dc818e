// Which APIs each Mapping Handler of a flow stands between.
import type { ApiDefinition } from '../apis/api-definition.entity.js';
import type { Handler, MappingHandler } from '../flows/flow.types.js';
import type { MappingContext } from '../mappings/mapping-context.types.js';

export const mappingHandlers = (handlers: Handler[]): MappingHandler[] =>
  handlers.filter((handler): handler is MappingHandler => handler.kind === 'mapping');

/** The APIs of the sources and of the destination of one Mapping Handler; `apis` by their id. */
export function contextOf(
  handler: MappingHandler,
  handlers: Handler[],
  apis: ReadonlyMap<string, ApiDefinition>,
): MappingContext {
  const apiOf = (handlerId: string): ApiDefinition | undefined => {
    const call = handlers.find((entry) => entry.handler_id === handlerId);
    return call?.kind === 'api_call' ? apis.get(call.api_id) : undefined;
  };
  return {
    sources: handler.source_handler_ids.flatMap((handlerId) => {
      const api = apiOf(handlerId);
      return api ? [{ handlerId, api }] : [];
    }),
    destination: apiOf(handler.destination_handler_id) ?? null,
  };
}
