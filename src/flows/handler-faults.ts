// The shape of a flow's handlers and the rules between them (source document 2.4), before the engine plans them.
import { condition } from '../common/validation/condition.shape.js';
import { unknownMemberWords } from '../common/validation/unknown-member.js';
import type { FieldError } from '../common/errors/domain-error.js';
import type { ApiCallHandler, Handler, MappingHandler } from './flow.types.js';

const ID = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const MEMBERS: Record<Handler['kind'], readonly string[]> = {
  api_call: ['handler_id', 'kind', 'handler_name', 'api_id', 'when', 'on_error', 'join'],
  mapping: ['handler_id', 'kind', 'handler_name', 'source_handler_ids', 'destination_handler_id'],
};

const JOIN_MEMBERS = ['left_path', 'right_path', 'on_missing'];

export interface ReadHandlers {
  handlers: Handler[];
  errors: FieldError[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads handlers as sent: gives ids where they are left out, drops nothing, reports every fault at its path. */
export function readHandlers(sent: unknown[]): ReadHandlers {
  const errors: FieldError[] = [];
  const fault: Fault = (field, code, message) => void errors.push({ field, code, message });
  const taken = new Set(
    sent.flatMap((entry) =>
      isObject(entry) && typeof entry.handler_id === 'string' ? [entry.handler_id] : [],
    ),
  );
  const handlers: Handler[] = [];
  const seen = new Set<string>();
  sent.forEach((entry, index) => {
    const at = `handlers[${index}]`;
    if (!isObject(entry)) return fault(at, 'wrong_type', 'must be an object');
    const { kind } = entry;
    if (kind !== 'api_call' && kind !== 'mapping')
      return fault(`${at}.kind`, 'not_allowed', 'must be one of `api_call`, `mapping`');
    for (const member of Object.keys(entry)) {
      if (!MEMBERS[kind].includes(member))
        fault(`${at}.${member}`, 'unknown_field', unknownMemberWords(MEMBERS[kind]));
    }
    const handlerId = entry.handler_id === undefined ? freeId(kind, taken) : entry.handler_id;
    if (typeof handlerId !== 'string' || !ID.test(handlerId)) {
      return fault(
        `${at}.handler_id`,
        'invalid_format',
        'must be a word of up to 40 letters, digits, _ and -, beginning with a letter',
      );
    }
    if (seen.has(handlerId)) fault(`${at}.handler_id`, 'duplicate', 'is there twice in the flow');
    seen.add(handlerId);
    if (
      entry.handler_name !== undefined &&
      (typeof entry.handler_name !== 'string' || entry.handler_name.length > 200)
    ) {
      fault(`${at}.handler_name`, 'wrong_type', 'must be a text of at most 200 characters');
    }
    const handler = kind === 'api_call' ? readCall(entry, at, fault) : readMapping(entry, at, fault);
    if (handler) handlers.push({ ...handler, handler_id: handlerId });
  });
  if (errors.length === 0) errors.push(...mappingFaults(handlers));
  return { handlers, errors };
}

type Fault = (field: string, code: string, message: string) => void;

function freeId(kind: Handler['kind'], taken: Set<string>): string {
  const stem = kind === 'api_call' ? 'call' : 'mapping';
  let number = 1;
  while (taken.has(`${stem}_${number}`)) number++;
  const id = `${stem}_${number}`;
  taken.add(id);
  return id;
}

function readCall(entry: Record<string, unknown>, at: string, fault: Fault): ApiCallHandler | null {
  if (typeof entry.api_id !== 'string' || entry.api_id === '') {
    fault(`${at}.api_id`, 'required', 'must be the id of an API');
    return null;
  }
  const whenWords = entry.when == null ? null : condition.find(entry.when);
  if (whenWords !== null) fault(`${at}.when`, 'invalid_condition', whenWords);
  if (entry.on_error != null && !['continue', 'stop_run', 'ignore'].includes(entry.on_error as string)) {
    fault(`${at}.on_error`, 'not_allowed', 'must be one of `continue`, `stop_run`, `ignore`');
  }
  if (entry.join != null) joinFaults(entry.join, `${at}.join`, fault);
  return { ...(entry as unknown as ApiCallHandler), kind: 'api_call' };
}

function joinFaults(join: unknown, at: string, fault: Fault): void {
  if (!isObject(join)) return fault(at, 'wrong_type', 'must be an object with left_path and right_path');
  for (const member of Object.keys(join)) {
    if (!JOIN_MEMBERS.includes(member))
      fault(`${at}.${member}`, 'unknown_field', unknownMemberWords(JOIN_MEMBERS));
  }
  for (const member of ['left_path', 'right_path']) {
    if (typeof join[member] !== 'string' || join[member] === '')
      fault(`${at}.${member}`, 'required', 'must be a path');
  }
  if (join.on_missing != null && !['null', 'skip', 'error'].includes(join.on_missing as string)) {
    fault(`${at}.on_missing`, 'not_allowed', 'must be one of `null`, `skip`, `error`');
  }
}

function readMapping(entry: Record<string, unknown>, at: string, fault: Fault): MappingHandler | null {
  const { source_handler_ids: sources, destination_handler_id: destination } = entry;
  const areSources =
    Array.isArray(sources) &&
    sources.length > 0 &&
    sources.length <= 20 &&
    sources.every((id) => typeof id === 'string');
  if (!areSources) fault(`${at}.source_handler_ids`, 'required', 'must be an array of 1 to 20 handler ids');
  if (typeof destination !== 'string')
    fault(`${at}.destination_handler_id`, 'required', 'must be a handler id');
  return areSources && typeof destination === 'string'
    ? { ...(entry as unknown as MappingHandler), kind: 'mapping' }
    : null;
}

/** A Mapping Handler may only name API Call Handlers of the same flow. */
function mappingFaults(handlers: Handler[]): FieldError[] {
  const calls = new Set(
    handlers.flatMap((handler) => (handler.kind === 'api_call' ? [handler.handler_id] : [])),
  );
  const words = 'must be an API Call Handler of this flow';
  return handlers.flatMap((handler, index) => {
    if (handler.kind !== 'mapping') return [];
    const at = `handlers[${index}]`;
    const unknown = handler.source_handler_ids.flatMap((id, place): FieldError[] =>
      calls.has(id)
        ? []
        : [{ field: `${at}.source_handler_ids[${place}]`, code: 'unknown_handler', message: words }],
    );
    if (!calls.has(handler.destination_handler_id)) {
      unknown.push({ field: `${at}.destination_handler_id`, code: 'unknown_handler', message: words });
    }
    return unknown;
  });
}
