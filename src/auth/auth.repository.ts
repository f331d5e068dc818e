import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { InstanceRole } from '../common/http/access.decorator.js';
import type { ListQuery } from '../common/http/list-query.dto.js';
import type { Page } from '../common/http/page.js';
import type { Membership } from '../common/http/request-context.js';
import { pageOfRows } from '../database/list-rows.js';
import { pgPool } from '../database/pg-pool.js';
import { isListedSql } from '../users/project-listing.builder.js';
import { AccessToken } from './access-token.entity.js';
import { SESSION_ORDER, TOKEN_ORDER } from './auth.types.js';
import { Session } from './session.entity.js';

/** The caller behind a session or an access token, and its standing in the project that is asked for. */
export interface CallerRow {
  user_id: string;
  email: string;
  name: string;
  role: InstanceRole;
  suspended: boolean;
  /** null: no project is asked for, or there is none with that id. */
  membership: Membership | null;
}

export interface TokenCallerRow extends CallerRow {
  token_id: string;
  token_hash: Buffer;
  read_only: boolean;
  project_ids: string[] | null;
  expired: boolean;
  stale_use: boolean;
}

const CALLER = 'u.id as user_id, u.email, u.name, u.role, u.suspended_at is not null as suspended';
const MEMBERSHIP = `case when p.id is null then null else json_build_object(
  'projectId', p.id, 'createdBy', p.created_by, 'isListed', ${isListedSql('p', 'u.id', 'u.email')}) end as membership`;

@Injectable()
export class AuthRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Session, user and membership in one indexed query, on each request: nothing of it is kept. */
  async callerOfSession(sessionId: string, projectId: string | null): Promise<CallerRow | null> {
    return this.caller<CallerRow>(
      'caller_of_session',
      `select ${CALLER}, ${MEMBERSHIP} from sessions s join users u on u.id = s.user_id
       left join projects p on p.id = $2 where s.id = $1 and s.expires_at > now()`,
      [sessionId, projectId],
    );
  }

  /** Token, user and membership, in the same way. */
  async callerOfToken(publicId: string, projectId: string | null): Promise<TokenCallerRow | null> {
    return this.caller<TokenCallerRow>(
      'caller_of_token',
      `select ${CALLER}, ${MEMBERSHIP}, t.id as token_id, t.token_hash, t.read_only, t.project_ids,
              coalesce(t.expires_at <= now(), false) as expired,
              coalesce(t.last_used_at < now() - interval '1 minute', true) as stale_use
       from access_tokens t join users u on u.id = t.user_id
       left join projects p on p.id = $2 where t.public_id = $1`,
      [publicId, projectId],
    );
  }

  /** Named statements: the server plans them once for each connection. */
  private async caller<T extends CallerRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<T | null> {
    const { rows } = await pgPool(this.dataSource).query<T>({ name, text, values });
    return rows[0] ?? null;
  }

  async touchToken(tokenId: string): Promise<void> {
    await this.dataSource.query('update access_tokens set last_used_at = now() where id = $1', [tokenId]);
  }

  async insertSession(
    session: Omit<Session, 'createdAt' | 'updatedAt'>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.insert(Session, session);
  }

  findSession(id: string): Promise<Session | null> {
    return this.dataSource.manager.findOneBy(Session, { id });
  }

  /** Compare-and-set: of two refreshes with the same token one rotates it. */
  async rotateSession(id: string, from: Buffer, to: Buffer): Promise<boolean> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `update sessions set token_hash = $3, previous_token_hash = $2, rotated_at = now(), updated_at = now() where id = $1 and token_hash = $2`,
      [id, from, to],
    );
    return count === 1;
  }

  async deleteSession(id: string): Promise<void> {
    await this.dataSource.manager.delete(Session, { id });
  }

  listSessions(userId: string, query: ListQuery): Promise<Page<Session>> {
    const rows = this.dataSource.manager.createQueryBuilder(Session, 's').where({ userId });
    return pageOfRows(rows, query, { ...SESSION_ORDER, searched: ['s.user_agent', 's.address'] });
  }

  /** The password that was checked must still be the one: a login that meets a password change does not survive it. */
  async isStillSignedUp(userId: string, passwordHash: string, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'select 1 from users where id = $1 and password_hash = $2 and suspended_at is null for share',
      [userId, passwordHash],
    );
    return rows.length > 0;
  }

  async deleteSessionOf(userId: string, id: string): Promise<boolean> {
    return ((await this.dataSource.manager.delete(Session, { id, userId })).affected ?? 0) > 0;
  }

  async deleteSessionsOf(userId: string, manager: EntityManager = this.dataSource.manager): Promise<void> {
    await manager.delete(Session, { userId });
  }

  async insertToken(
    token: Omit<AccessToken, 'createdAt' | 'updatedAt' | 'lastUsedAt'>,
    manager: EntityManager,
  ): Promise<void> {
    await manager.insert(AccessToken, token);
  }

  findToken(userId: string, id: string): Promise<AccessToken | null> {
    return this.dataSource.manager.findOneBy(AccessToken, { id, userId });
  }

  listTokens(userId: string, query: ListQuery): Promise<Page<AccessToken>> {
    const rows = this.dataSource.manager.createQueryBuilder(AccessToken, 't').where({ userId });
    return pageOfRows(rows, query, { ...TOKEN_ORDER, searched: ['t.token_name'] });
  }

  /** The name of the token that went; null: there was none. */
  async deleteToken(userId: string, id: string, manager: EntityManager): Promise<string | null> {
    const [rows]: [{ token_name: string }[], number] = await manager.query(
      'delete from access_tokens where id = $1 and user_id = $2 returning token_name',
      [id, userId],
    );
    return rows[0]?.token_name ?? null;
  }

  /** Sessions past their end and tokens that ended long ago. */
  async deleteExpired(table: 'sessions' | 'access_tokens', limit: number): Promise<number> {
    const age = table === 'sessions' ? '0 days' : '90 days';
    const [, count]: [unknown, number] = await this.dataSource.query(
      `delete from ${table} where id in (select id from ${table} where expires_at < now() - interval '${age}' limit $1)`,
      [limit],
    );
    return count;
  }
}
