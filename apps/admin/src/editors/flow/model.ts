/** A flow's draft and every edit of it as a pure function. */
import { printJson, sameValue } from '../../api/json.js';
import type { ApiCallHandler, ApiDefinition, Handler, MappingHandler } from '../../api/types.js';

export interface FlowDraft {
  flow_name: string;
  description: string;
  handlers: Handler[];
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

export const sameDraft = (a: FlowDraft, b: FlowDraft): boolean => printJson(a) === printJson(b);

export interface DraftDiff {
  added: Handler[];
  removed: Handler[];
  /** Steps of both whose settings differ. */
  changed: { before: Handler; after: Handler }[];
  /** The steps of both stand in another order. */
  isReordered: boolean;
  /** Name or description differ. */
  fields: ('flow_name' | 'description')[];
}

/** What differs between two drafts; steps are the same by their id. */
export function compareDrafts(before: FlowDraft, after: FlowDraft): DraftDiff {
  const old = new Map(before.handlers.map((handler) => [handler.handler_id, handler]));
  const now = new Set(after.handlers.map((handler) => handler.handler_id));
  const common = (handlers: Handler[]) =>
    handlers.map((handler) => handler.handler_id).filter((id) => old.has(id) && now.has(id));
  return {
    added: after.handlers.filter((handler) => !old.has(handler.handler_id)),
    removed: before.handlers.filter((handler) => !now.has(handler.handler_id)),
    changed: after.handlers.flatMap((handler) => {
      const earlier = old.get(handler.handler_id);
      return earlier && !sameHandler(earlier, handler) ? [{ before: earlier, after: handler }] : [];
    }),
    isReordered: common(before.handlers).join() !== common(after.handlers).join(),
    fields: (['flow_name', 'description'] as const).filter((field) => before[field] !== after[field]),
  };
}

/** The service leaves members out that are null here, and gives them in an order of its own. */
const sameHandler = (a: Handler, b: Handler): boolean => sameValue(withoutNulls(a), withoutNulls(b));
/** A handler with what is said of it alone. */
export const withoutNulls = (handler: Handler): object =>
  Object.fromEntries(Object.entries(handler).filter(([, value]) => value !== null && value !== undefined));
