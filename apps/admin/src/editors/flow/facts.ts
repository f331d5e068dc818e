/** What the card of each step shows; a step whose facts are the same keeps the same object, so that it is not redrawn. */
import { useMemo, useRef } from 'react';
import type { ApiDefinition, Handler, System } from '../../api/types.js';
import type { Drift } from '../../api/drift.js';
import type { Issue } from './issues.js';
import { isCall } from './model.js';

export interface StepFacts {
  handler: Handler;
  api: ApiDefinition | undefined;
  system: System | undefined;
  /** A mapping's ends, in words. */
  sources: string;
  destination: string;
  issues: Issue[];
  /** Pipes in which fields of its mapping are gone. */
  drift: readonly Drift[];
}

const same = (a: StepFacts, b: StepFacts): boolean =>
  a.handler === b.handler &&
  a.api === b.api &&
  a.system === b.system &&
  a.sources === b.sources &&
  a.destination === b.destination &&
  JSON.stringify([a.issues, a.drift]) === JSON.stringify([b.issues, b.drift]);

export function factsOf(
  handlers: readonly Handler[],
  apis: readonly ApiDefinition[],
  systems: readonly System[],
  issues: readonly Issue[],
  drift: Readonly<Record<string, Drift[]>> = {},
): StepFacts[] {
  const names = new Map(handlers.map((handler) => [handler.handler_id, handler.handler_name]));
  const apiById = new Map(apis.map((api) => [api.api_id, api]));
  const systemById = new Map(systems.map((system) => [system.system_id, system]));
  const issuesById = new Map<string | null, Issue[]>();
  for (const issue of issues)
    issuesById.set(issue.handler_id, [...(issuesById.get(issue.handler_id) ?? []), issue]);
  return handlers.map((handler) => {
    const api = isCall(handler) ? apiById.get(handler.api_id ?? '') : undefined;
    return {
      handler,
      api,
      system: api && systemById.get(api.system_id),
      sources: isCall(handler)
        ? ''
        : handler.source_handler_ids.map((id) => names.get(id) ?? '?').join(' + '),
      destination: isCall(handler) ? '' : (names.get(handler.destination_handler_id ?? '') ?? ''),
      issues: issuesById.get(handler.handler_id) ?? [],
      drift: drift[handler.handler_id] ?? [],
    };
  });
}

export function useStepFacts(
  ...[handlers, apis, systems, issues, drift]: Parameters<typeof factsOf>
): StepFacts[] {
  const known = useRef(new Map<string, StepFacts>());
  return useMemo(() => {
    const facts = factsOf(handlers, apis, systems, issues, drift).map((next) => {
      const before = known.current.get(next.handler.handler_id);
      return before && same(before, next) ? before : next;
    });
    known.current = new Map(facts.map((entry) => [entry.handler.handler_id, entry]));
    return facts;
  }, [handlers, apis, systems, issues, drift]);
}
