/** The lines of the canvas. */
import type { Handler } from '../../api/types.js';
import { isMapping } from './model.js';

export interface Edge {
  id: string;
  source: string;
  target: string;
  kind: 'order' | 'data';
}

/** Lines of the canvas: data from sources to mapping to destination, order where no data flows. */
export function edgesOf(handlers: readonly Handler[]): Edge[] {
  const known = new Set(handlers.map((handler) => handler.handler_id));
  const edges: Edge[] = [];
  for (const handler of handlers) {
    if (!isMapping(handler)) continue;
    for (const source of handler.source_handler_ids) {
      if (known.has(source))
        edges.push({
          id: `${source}>${handler.handler_id}`,
          source,
          target: handler.handler_id,
          kind: 'data',
        });
    }
    const destination = handler.destination_handler_id;
    if (destination && known.has(destination)) {
      edges.push({
        id: `${handler.handler_id}>${destination}`,
        source: handler.handler_id,
        target: destination,
        kind: 'data',
      });
    }
  }
  const joined = new Set(edges.map((edge) => edge.id));
  for (const [index, handler] of handlers.entries()) {
    const next = handlers[index + 1];
    if (!next || joined.has(`${handler.handler_id}>${next.handler_id}`)) continue;
    edges.push({
      id: `${handler.handler_id}-${next.handler_id}`,
      source: handler.handler_id,
      target: next.handler_id,
      kind: 'order',
    });
  }
  return edges;
}
