// The request that the settings of a system lead to, with the secret part masked. Nothing is stored or sent.
import { authorize, MASK, previewRequest, readPlacement } from '#oauth';
import { mergeAuthentication } from '../authentication/authentication-members.js';
import { authenticationMembers } from '../authentication/pick-members.js';
import type {
  ApiKeySettings,
  AuthenticationSettings,
  TokenPlacement,
} from '../authentication/authentication.types.js';
import type { CreateSystemDto } from '../dto/system.dto.js';

export interface PreviewedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
}

/** Throws the same 400 as saving would. */
export function previewOf(input: CreateSystemDto): PreviewedRequest {
  const { settings } = mergeAuthentication(input.authentication_type, {}, authenticationMembers(input));
  const path = input.test_request?.path ?? '/';
  const request: PreviewedRequest = {
    method: input.test_request?.method ?? 'GET',
    url: `${input.base_url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`,
    headers: { ...input.default_headers },
  };
  return withAuthorization(request, input.authentication_type, settings);
}

function withAuthorization(
  request: PreviewedRequest,
  type: CreateSystemDto['authentication_type'],
  settings: AuthenticationSettings,
): PreviewedRequest {
  switch (type) {
    case 'none':
      return request;
    case 'basic':
      return authorize(request, { in: 'header', name: 'Authorization', value: `Basic ${MASK}` });
    case 'bearer_token':
      return authorize(request, { in: 'header', name: 'Authorization', value: `Bearer ${MASK}` });
    case 'api_key': {
      const { api_key_in: place, api_key_name: name } = settings as ApiKeySettings;
      const shown = authorize(request, { in: place, name, value: MASK });
      return { ...shown, url: shown.url.replaceAll(encodeURIComponent(MASK), MASK) };
    }
    case 'oauth2':
    case 'dynamic_token':
      return previewRequest(request, readPlacement(settings as TokenPlacement));
  }
}
