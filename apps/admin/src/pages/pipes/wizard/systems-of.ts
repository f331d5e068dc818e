/** Which systems a flow calls, in order of first call. */
import type { ApiDefinition, Handler } from '../../../api/types.js';

export function systemsOf(
  handlers: readonly Handler[],
  apis: readonly Pick<ApiDefinition, 'api_id' | 'system_id'>[],
): string[] {
  const systemOf = new Map(apis.map((api) => [api.api_id, api.system_id]));
  return [
    ...new Set(
      handlers.flatMap((handler) => {
        const system =
          handler.kind === 'api_call' && handler.api_id ? systemOf.get(handler.api_id) : undefined;
        return system === undefined ? [] : [system];
      }),
    ),
  ];
}
