/** A flow's draft and every edit of it as a pure function; what is wrong with it is told while editing. */
import type { ApiCallHandler, ApiDefinition, Handler, MappingHandler } from '../../api/types.js';

export interface FlowDraft {
  flow_name: string;
  description: string;
  handlers: Handler[];
}
export interface Issue {
  handler_id: string;
  code: string;
  message: string;
}

export const isCall = (handler: Handler): handler is ApiCallHandler => handler.kind === 'api_call';
export const isMapping = (handler: Handler): handler is MappingHandler => handler.kind === 'mapping';

/** A short word, unique in the flow: `list_orders`, `list_orders_2`. */
export function handlerId(handlers: readonly Handler[], name: string): string {
  const word =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 24) || 'step';
  const taken = new Set(handlers.map((handler) => handler.handler_id));
  let id = word;
  for (let number = 2; taken.has(id); number += 1) id = `${word}_${number}`;
  return id;
}

export function addCall(
  draft: FlowDraft,
  api: Pick<ApiDefinition, 'api_id' | 'api_name'> | null,
): [FlowDraft, string] {
  const name = api?.api_name ?? 'API call';
  const id = handlerId(draft.handlers, name);
  const handler: ApiCallHandler = {
    handler_id: id,
    kind: 'api_call',
    handler_name: name,
    api_id: api?.api_id ?? null,
    on_error: 'continue',
  };
  return [{ ...draft, handlers: [...draft.handlers, handler] }, id];
}

/** A mapping goes between the last two calls: from all before to the last one, if there are two. */
export function addMapping(draft: FlowDraft): [FlowDraft, string] {
  const calls = draft.handlers.filter(isCall);
  const destination = calls.length > 1 ? calls.at(-1) : undefined;
  const source = calls.length > 1 ? calls.at(-2) : calls.at(-1);
  const id = handlerId(draft.handlers, 'mapping');
  const handler: MappingHandler = {
    handler_id: id,
    kind: 'mapping',
    handler_name: destination ? `To ${destination.handler_name}` : 'Mapping',
    source_handler_ids: source ? [source.handler_id] : [],
    destination_handler_id: destination?.handler_id ?? null,
  };
  const at = destination ? draft.handlers.indexOf(destination) : draft.handlers.length;
  return [{ ...draft, handlers: draft.handlers.toSpliced(at, 0, handler) }, id];
}

export function updateHandler(
  draft: FlowDraft,
  id: string,
  change: Partial<ApiCallHandler> | Partial<MappingHandler>,
): FlowDraft {
  return {
    ...draft,
    handlers: draft.handlers.map((handler) =>
      handler.handler_id === id ? ({ ...handler, ...change } as Handler) : handler,
    ),
  };
}

/** Takes a step away, and its name out of the mappings that used it. */
export function removeHandler(draft: FlowDraft, id: string): FlowDraft {
  return {
    ...draft,
    handlers: draft.handlers
      .filter((handler) => handler.handler_id !== id)
      .map((handler) =>
        isMapping(handler)
          ? {
              ...handler,
              source_handler_ids: handler.source_handler_ids.filter((source) => source !== id),
              destination_handler_id:
                handler.destination_handler_id === id ? null : handler.destination_handler_id,
            }
          : handler,
      ),
  };
}

export function moveHandler(draft: FlowDraft, id: string, by: -1 | 1): FlowDraft {
  const from = draft.handlers.findIndex((handler) => handler.handler_id === id);
  const to = from + by;
  const moved = draft.handlers[from];
  if (!moved || to < 0 || to >= draft.handlers.length) return draft;
  return { ...draft, handlers: draft.handlers.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

/** Orders the steps so that each mapping stands right before its destination and after its sources. */
export function tidy(draft: FlowDraft): FlowDraft {
  const calls = draft.handlers.filter(isCall);
  const mappings = draft.handlers.filter(isMapping);
  const placed: Handler[] = [];
  for (const call of calls) {
    placed.push(...mappings.filter((mapping) => mapping.destination_handler_id === call.handler_id), call);
  }
  placed.push(...mappings.filter((mapping) => !placed.includes(mapping)));
  return { ...draft, handlers: placed };
}

export function issuesOf(draft: FlowDraft, apis: readonly ApiDefinition[] | undefined): Issue[] {
  const issues: Issue[] = [];
  const position = new Map(draft.handlers.map((handler, index) => [handler.handler_id, index]));
  const say = (handler: Handler, code: string, message: string) => {
    issues.push({ handler_id: handler.handler_id, code, message });
  };
  for (const [index, handler] of draft.handlers.entries()) {
    if (handler.handler_name.trim() === '') say(handler, 'NO_NAME', 'Give the step a name.');
    if (isCall(handler)) {
      if (!handler.api_id) say(handler, 'NO_API', 'Choose the API to call.');
      else if (apis && !apis.some((api) => api.api_id === handler.api_id)) {
        say(handler, 'UNKNOWN_API', 'Its API is gone or its system is disabled.');
      }
      continue;
    }
    if (handler.source_handler_ids.length === 0) say(handler, 'NO_SOURCE', 'Choose at least one source.');
    if (!handler.destination_handler_id) say(handler, 'NO_DESTINATION', 'Choose a destination.');
    if (handler.source_handler_ids.some((id) => (position.get(id) ?? -1) > index)) {
      say(handler, 'MAPPING_ORDER', 'A source must come before the mapping.');
    }
    const destination = handler.destination_handler_id
      ? position.get(handler.destination_handler_id)
      : undefined;
    if (destination !== undefined && destination < index) {
      say(handler, 'MAPPING_ORDER', 'The destination must come after the mapping.');
    }
    if (
      handler.destination_handler_id &&
      handler.source_handler_ids.includes(handler.destination_handler_id)
    ) {
      say(handler, 'SAME_HANDLER', 'A step cannot be source and destination of one mapping.');
    }
    const twin = draft.handlers.find(
      (other, at) =>
        at < index &&
        isMapping(other) &&
        other.destination_handler_id !== null &&
        other.destination_handler_id === handler.destination_handler_id,
    );
    if (twin) say(handler, 'TWO_MAPPINGS', 'Another mapping feeds the same destination.');
  }
  return issues;
}

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
  for (const [index, handler] of handlers.entries()) {
    const next = handlers[index + 1];
    if (!next || edges.some((edge) => edge.source === handler.handler_id && edge.target === next.handler_id))
      continue;
    edges.push({
      id: `${handler.handler_id}-${next.handler_id}`,
      source: handler.handler_id,
      target: next.handler_id,
      kind: 'order',
    });
  }
  return edges;
}

export const sameDraft = (a: FlowDraft, b: FlowDraft): boolean => JSON.stringify(a) === JSON.stringify(b);
