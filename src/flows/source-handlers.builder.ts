// Which API Call Handlers of a flow something else may stand for (a webhook's body): those that no mapping fills.
import type { Handler } from './flow.types.js';

export function sourceHandlerIds(handlers: readonly Handler[]): Set<string> {
  const filled = new Set(
    handlers.flatMap((handler) => (handler.kind === 'mapping' ? [handler.destination_handler_id] : [])),
  );
  return new Set(
    handlers.flatMap((handler) =>
      handler.kind === 'api_call' && !filled.has(handler.handler_id) ? [handler.handler_id] : [],
    ),
  );
}
