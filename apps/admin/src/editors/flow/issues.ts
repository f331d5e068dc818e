/** What is wrong with a draft, told while it is edited. */
import type { ApiDefinition, Handler, System } from '../../api/types.js';
import { isCall, isMapping, type FlowDraft } from './model.js';

export interface Issue {
  handler_id: string | null;
  code: string;
  message: string;
}

/** Issues of a draft that the service cannot hold even as a draft. */
const unsendable = new Set(['NO_API', 'NO_SOURCE', 'NO_DESTINATION', 'HALF_A_JOIN', 'NO_FLOW_NAME']);

export const isSendable = (issues: readonly Issue[]): boolean =>
  issues.every((issue) => !unsendable.has(issue.code));

/** What the draft may call; undefined while it is not known yet. */
export interface Callable {
  apis: readonly ApiDefinition[] | undefined;
  systems: readonly System[] | undefined;
}

/** True for an enabled API of an enabled system: only such can be chosen and published. */
export const isAllowed = (api: ApiDefinition, systems: readonly System[] | undefined): boolean =>
  api.status === 'enabled' &&
  (systems === undefined ||
    systems.some((system) => system.system_id === api.system_id && system.status === 'enabled'));

export function issuesOf(draft: FlowDraft, { apis, systems }: Callable): Issue[] {
  const issues: Issue[] = [];
  const position = new Map(draft.handlers.map((handler, index) => [handler.handler_id, index]));
  const say = (handler: Handler, code: string, message: string) => {
    issues.push({ handler_id: handler.handler_id, code, message });
  };
  if (draft.flow_name.trim() === '')
    issues.push({ handler_id: null, code: 'NO_FLOW_NAME', message: 'Give the flow a name.' });
  for (const [index, handler] of draft.handlers.entries()) {
    if (handler.handler_name.trim() === '') say(handler, 'NO_NAME', 'Give the step a name.');
    if (isCall(handler)) {
      if (!handler.api_id) say(handler, 'NO_API', 'Choose the API to call.');
      else if (apis && !apis.some((api) => api.api_id === handler.api_id && isAllowed(api, systems))) {
        say(handler, 'UNKNOWN_API', 'Its API is gone or disabled, or its system is.');
      }
      if (handler.join && (handler.join.left_path === '') !== (handler.join.right_path === '')) {
        say(handler, 'HALF_A_JOIN', 'A join needs both paths.');
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
