// Personal access tokens for REST clients.
import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256 } from '../common/crypto/tokens.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { Principal } from '../common/http/request-context.js';
import { makeAccessToken, publicIdOf } from './access-token-format.js';
import type { AccessToken } from './access-token.entity.js';
import { AuthRepository } from './auth.repository.js';
import type { CreateAccessTokenDto } from './dto/access-token.dto.js';
import { principalOf } from './principal.js';
import { expiredToken, invalidToken } from './refusals.js';

@Injectable()
export class AccessTokensService {
  constructor(private readonly tokens: AuthRepository) {}

  async authenticate(token: string): Promise<Principal> {
    const publicId = publicIdOf(token);
    const row = publicId === null ? null : await this.tokens.callerOfToken(publicId);
    if (!row || !timingSafeEqual(row.token_hash, sha256(token)) || row.suspended) throw invalidToken();
    if (row.expired) throw expiredToken();
    if (row.stale_use) await this.tokens.touchToken(row.token_id);
    return principalOf(row, {
      tokenId: row.token_id,
      readOnly: row.read_only,
      tokenProjectIds: row.project_ids,
    });
  }

  list(principal: Principal): Promise<AccessToken[]> {
    return this.tokens.listTokens(principal.userId);
  }

  /** The token itself is answered once and stored nowhere. */
  async create(
    principal: Principal,
    input: CreateAccessTokenDto,
  ): Promise<{ tokenId: string; accessToken: string }> {
    if (principal.readOnly) throw DomainError.forbidden('This access token may only read.');
    const { token, publicId, hash } = makeAccessToken();
    const days = input.expires_in_days ?? 0;
    const id = newId();
    await this.tokens.insertToken({
      id,
      userId: principal.userId,
      tokenName: input.token_name,
      publicId,
      tokenHash: hash,
      readOnly: input.read_only ?? false,
      projectIds: input.project_ids ?? null,
      expiresAt: days === 0 ? null : new Date(Date.now() + days * 86_400_000),
    });
    return { tokenId: id, accessToken: token };
  }

  async delete(principal: Principal, id: string): Promise<{ tokenId: string }> {
    if (!(await this.tokens.deleteToken(principal.userId, id))) throw DomainError.notFound('access token');
    return { tokenId: id };
  }
}
