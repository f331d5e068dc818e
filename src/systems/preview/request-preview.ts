// The request that the settings of a system lead to, with the secret part masked. Nothing is stored or sent.
import { mergeAuthentication } from '../authentication/authentication-members.js';
import { withMaskedAuthorization } from '../authentication/masked-authorization.builder.js';
import { authenticationMembers } from '../authentication/pick-members.js';
import type { CreateSystemDto } from '../dto/system.dto.js';

export interface PreviewedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
}

/** Throws the same 400 as saving would. */
export function previewOf(input: CreateSystemDto): PreviewedRequest {
  const { authentication_type: authenticationType } = input;
  const { settings } = mergeAuthentication(authenticationType, {}, authenticationMembers(input));
  const path = input.test_request?.path ?? '/';
  const request: PreviewedRequest = {
    method: input.test_request?.method ?? 'GET',
    url: `${input.base_url.replace(/\/$/, '')}/${path.replace(/^\//, '')}`,
    headers: { ...input.default_headers },
  };
  return withMaskedAuthorization(request, { authenticationType, authentication: settings });
}
