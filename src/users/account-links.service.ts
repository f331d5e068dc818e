// Links sent to people: an invitation (7 days) and a password reset (1 hour), each good for one use.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { randomToken, sha256 } from '../common/crypto/tokens.js';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';
import { AppConfig } from '../config/app-config.js';
import { AccountLink, type AccountLinkKind } from './account-link.entity.js';

const LIFETIME_MS: Record<AccountLinkKind, number> = {
  invitation: 7 * 86_400_000,
  password_reset: 3_600_000,
};
const PAGE: Record<AccountLinkKind, string> = {
  invitation: 'invitation',
  password_reset: 'reset-password',
};

export interface MadeLink {
  url: string;
  expiresAt: Date;
}

@Injectable()
export class AccountLinksService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    maintenance: MaintenanceRegistry,
  ) {
    maintenance.clean('account_links', (limit) => this.deleteExpired(limit));
  }

  /** A fresh link; an older one of the same kind ends. */
  async make(userId: string, kind: AccountLinkKind, manager = this.dataSource.manager): Promise<MadeLink> {
    const token = randomToken();
    const expiresAt = new Date(Date.now() + LIFETIME_MS[kind]);
    await manager.query(
      `insert into account_links (user_id, kind, token_hash, expires_at) values ($1, $2, $3, $4)
       on conflict (user_id, kind) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      [userId, kind, sha256(token), expiresAt],
    );
    return { url: `${this.config.publicUrl}/${PAGE[kind]}/${token}`, expiresAt };
  }

  /** Whose link this is, or null; the link stays. */
  async find(kind: AccountLinkKind, token: string): Promise<string | null> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      'select user_id from account_links where token_hash = $1 and kind = $2 and expires_at > now()',
      [sha256(token), kind],
    );
    return rows[0]?.user_id ?? null;
  }

  /** Uses the link up, in the caller's transaction: of two calls with one link, one gets the user. */
  async consume(kind: AccountLinkKind, token: string, manager: EntityManager): Promise<string | null> {
    const [rows]: [{ user_id: string }[], number] = await manager.query(
      'delete from account_links where token_hash = $1 and kind = $2 and expires_at > now() returning user_id',
      [sha256(token), kind],
    );
    return rows[0]?.user_id ?? null;
  }

  /** When the open invitation of each of these people ends. */
  async invitationEnds(userIds: string[]): Promise<Map<string, Date>> {
    const rows: { user_id: string; expires_at: Date }[] = await this.dataSource.query(
      "select user_id, expires_at from account_links where kind = 'invitation' and user_id = any($1)",
      [userIds],
    );
    return new Map(rows.map((row) => [row.user_id, row.expires_at]));
  }

  async deleteOf(userId: string, manager: EntityManager): Promise<void> {
    await manager.delete(AccountLink, { userId });
  }

  private async deleteExpired(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      'delete from account_links where ctid in (select ctid from account_links where expires_at < now() limit $1)',
      [limit],
    );
    return count;
  }
}
