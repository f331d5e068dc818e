import type { SystemDto } from './dto/system.dto.js';
import type { System } from './system.entity.js';

/** Secrets are answered as `…_set` only. */
export function toSystemDto(system: System, redirectUrl: string): SystemDto {
  const isOAuth = system.authenticationType === 'oauth2';
  return {
    system_id: system.id,
    system_name: system.systemName,
    description: system.description,
    base_url: system.baseUrl,
    status: system.status,
    authentication_type: system.authenticationType,
    credential_inputs: system.credentialInputs,
    test_request: system.testRequest,
    default_headers: system.defaultHeaders,
    rate_limit: system.rateLimit,
    max_concurrency: system.maxConcurrency,
    token_failure_status_codes: system.tokenFailureStatusCodes,
    created_at: system.createdAt.toISOString(),
    updated_at: system.updatedAt.toISOString(),
    ...(system.authentication as Partial<SystemDto>),
    ...(isOAuth ? { client_secret_set: system.clientSecret !== null, redirect_url: redirectUrl } : {}),
  };
}
