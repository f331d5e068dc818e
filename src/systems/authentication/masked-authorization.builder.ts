// A request as a person may see it: with the authorization that the system's settings put on it, its secret part masked.
import { authorize, MASK, previewRequest, readPlacement } from '#oauth';
import type { System } from '../system.entity.js';
import type { ApiKeySettings, TokenPlacement } from './authentication.types.js';

interface ShownRequest {
  url: string;
  headers: Record<string, string>;
}

/** `url` absolute; templates (`{{inputs.shop}}`) in its path stay readable. */
export function withMaskedAuthorization<T extends ShownRequest>(
  request: T,
  { authenticationType, authentication }: Pick<System, 'authentication' | 'authenticationType'>,
): T {
  const inHeader = (value: string) => authorize(request, { in: 'header', name: 'Authorization', value });
  switch (authenticationType) {
    case 'none':
      return request;
    case 'basic':
      return inHeader(`Basic ${MASK}`);
    case 'bearer_token':
      return inHeader(`Bearer ${MASK}`);
    case 'api_key': {
      const { api_key_in: place, api_key_name: name } = authentication as ApiKeySettings;
      return readable(authorize(request, { in: place, name, value: MASK }));
    }
    case 'oauth2':
    case 'dynamic_token':
      return readable(previewRequest(request, readPlacement(authentication as TokenPlacement)));
  }
}

/** An address to which a parameter was added has been written anew: mask and templates come out encoded. */
const readable = <T extends ShownRequest>(request: T): T => ({
  ...request,
  url: request.url
    .replaceAll(encodeURIComponent(MASK), MASK)
    .replaceAll(/%7B%7B(.*?)%7D%7D/g, (_, name: string) => `{{${name}}}`),
});
