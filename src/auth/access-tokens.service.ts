// Personal access tokens for REST clients.
import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sha256 } from '../common/crypto/tokens.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { Membership, Principal } from '../common/http/request-context.js';
import { SecurityLogService } from '../users/security-log/security-log.service.js';
import { makeAccessToken, publicIdOf } from './access-token-format.js';
import type { AccessToken } from './access-token.entity.js';
import { AuthRepository } from './auth.repository.js';
import type { CreateAccessTokenDto } from './dto/access-token.dto.js';
import { principalOf } from './principal.js';
import { expiredToken, invalidToken } from './refusals.js';

@Injectable()
export class AccessTokensService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly tokens: AuthRepository,
    private readonly log: SecurityLogService,
  ) {}

  /** The caller, and how it stands to the project that is asked for (null: none is). */
  async authenticate(
    token: string,
    projectId: string | null,
  ): Promise<{ principal: Principal; membership: Membership | null }> {
    const publicId = publicIdOf(token);
    const row = publicId === null ? null : await this.tokens.callerOfToken(publicId, projectId);
    if (!row || !timingSafeEqual(row.token_hash, sha256(token)) || row.suspended) throw invalidToken();
    if (row.expired) throw expiredToken();
    if (row.stale_use) await this.tokens.touchToken(row.token_id);
    const principal = principalOf(row, {
      tokenId: row.token_id,
      readOnly: row.read_only,
      tokenProjectIds: row.project_ids,
    });
    return { principal, membership: row.membership };
  }

  list(principal: Principal, query: ListQuery): Promise<Page<AccessToken>> {
    return this.tokens.listTokens(principal.userId, query);
  }

  /** The token itself is answered once and stored nowhere. */
  async create(
    principal: Principal,
    input: CreateAccessTokenDto,
  ): Promise<{ tokenId: string; accessToken: string }> {
    const { token, publicId, hash } = makeAccessToken();
    const days = input.expires_in_days ?? 0;
    const expiresAt = days === 0 ? null : new Date(Date.now() + days * 86_400_000);
    await this.refuseLongerThanParent(principal, expiresAt);
    const id = newId();
    await this.dataSource.transaction(async (manager) => {
      await this.tokens.insertToken(
        {
          id,
          userId: principal.userId,
          tokenName: input.token_name,
          publicId,
          tokenHash: hash,
          readOnly: input.read_only ?? false,
          projectIds: input.project_ids?.map((projectId) => projectId.toLowerCase()) ?? null,
          expiresAt,
        },
        manager,
      );
      await this.log.record(entryOf(principal, 'access_token_created', input.token_name), manager);
    });
    return { tokenId: id, accessToken: token };
  }

  async delete(principal: Principal, id: string): Promise<{ tokenId: string }> {
    await this.dataSource.transaction(async (manager) => {
      const deleted = await this.tokens.deleteToken(principal.userId, id, manager);
      if (deleted === null) throw DomainError.notFound('access token');
      await this.log.record(entryOf(principal, 'access_token_revoked', deleted), manager);
    });
    return { tokenId: id };
  }

  /** A token with an end cannot make one that outlives it. */
  private async refuseLongerThanParent(principal: Principal, expiresAt: Date | null): Promise<void> {
    if (principal.tokenId === null) return;
    const parent = await this.tokens.findToken(principal.userId, principal.tokenId);
    const end = parent?.expiresAt ?? null;
    if (end !== null && (expiresAt === null || expiresAt > end))
      throw DomainError.forbidden('An access token with an end cannot make one that outlives it.');
  }
}

const entryOf = (
  principal: Principal,
  action: 'access_token_created' | 'access_token_revoked',
  name: string,
) => ({ action, email: principal.email, userId: principal.userId, details: { token_name: name } });
