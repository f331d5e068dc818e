import type { Usage } from '../common/usage/usage-registry.js';
import type { Credential } from './credential.entity.js';
import type { TestOutcome } from './credential-test.service.js';
import type { CredentialDto, CredentialTestDto } from './dto/credential.dto.js';

/** `secretNames`: the secret inputs that are set; only that they are is told. */
export const toCredentialDto = (
  credential: Credential,
  secretNames: string[],
  usedBy?: Usage[],
): CredentialDto => ({
  credential_id: credential.id,
  credential_name: credential.credentialName,
  system_id: credential.systemId,
  status: credential.status,
  reachability: credential.reachability,
  blocked_until: credential.blockedUntil?.toISOString() ?? null,
  inputs: { ...credential.inputs, ...Object.fromEntries(secretNames.map((name) => [`${name}_set`, true])) },
  last_error: credential.lastError,
  last_tested_at: credential.lastTestedAt?.toISOString() ?? null,
  expires_at: credential.expiresAt?.toISOString() ?? null,
  ...(usedBy ? { used_by: usedBy } : {}),
  created_at: credential.createdAt.toISOString(),
  updated_at: credential.updatedAt.toISOString(),
});

export const toCredentialTestDto = ({
  ok,
  steps,
  advice,
  warnings,
  expiresAt,
}: TestOutcome): CredentialTestDto => ({
  ok,
  steps,
  suggestion: advice?.message ?? null,
  suggested_change: advice?.change ?? null,
  warnings,
  expires_at: expiresAt?.toISOString() ?? null,
});
