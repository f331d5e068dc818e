/** The parts of the address that pages read. */
import { useParams, useSearch } from '@tanstack/react-router';

type ParamName =
  'projectId' | 'systemId' | 'credentialId' | 'apiId' | 'flowId' | 'pipeId' | 'handlerId' | 'runId' | 'token';
type SearchName =
  | 'next'
  | 'tab'
  | 'connect'
  | 'system'
  | 'back'
  | 'credential'
  | 'pipe'
  | 'status'
  | 'since'
  | 'cause'
  | 'kind'
  | 'who';

export const useRouteParams = (): Partial<Record<ParamName, string>> => {
  const params: unknown = useParams({ strict: false });
  return params as Partial<Record<ParamName, string>>;
};

/** What a page's `validateSearch` let through. */
export const useRouteSearch = (): Partial<Record<SearchName, string>> => {
  const search: unknown = useSearch({ strict: false });
  return search as Partial<Record<SearchName, string>>;
};
