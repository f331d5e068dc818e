// The security log: always on, for the owner. Written in the transaction of what it tells, where there is one.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type CursorQuery, cursorOf } from '../../common/http/list-query.dto.js';
import { isId, newId } from '../../common/http/id.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { encodeCursor, Slice } from '../../common/http/page.js';
import { MaintenanceRegistry } from '../../common/maintenance/maintenance-registry.js';
import { SecurityLog } from './security-log.entity.js';
import type { SecurityAction } from './security-log.types.js';

const RETENTION = "interval '365 days'";

export interface SecurityEntry {
  action: SecurityAction;
  email: string;
  userId?: string | null;
  actor?: string | null;
  address?: string | null;
  details?: Record<string, string | null>;
}

export interface SecurityLogFilter {
  action?: string;
  email?: string;
}

@Injectable()
export class SecurityLogService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    maintenance: MaintenanceRegistry,
  ) {
    maintenance.clean('security_logs', (limit) => this.deleteOld(limit));
  }

  async record(entry: SecurityEntry, manager: EntityManager = this.dataSource.manager): Promise<void> {
    await manager.insert(SecurityLog, {
      id: newId(),
      at: new Date(),
      action: entry.action,
      email: entry.email,
      userId: entry.userId ?? null,
      actor: entry.actor ?? null,
      address: entry.address ?? null,
      details: entry.details ?? {},
    });
  }

  /** Newest first. */
  async list(query: CursorQuery & SecurityLogFilter): Promise<Slice<SecurityLog>> {
    const limit = query.limit ?? 50;
    const rows = this.dataSource.manager.createQueryBuilder(SecurityLog, 'log').where('true');
    if (query.action !== undefined) rows.andWhere('log.action = :action', { action: query.action });
    if (query.email !== undefined) rows.andWhere('log.email = :email', { email: query.email.toLowerCase() });
    const after = cursorOf(query, 1);
    if (after) {
      if (!isId(after[0]))
        throw DomainError.invalidField('after', 'must be a cursor of this list', 'invalid_cursor');
      rows.andWhere('log.id < :id', { id: after[0] });
    }
    // Ids are UUID v7: their order is the order in time.
    const found = await rows
      .orderBy('log.id', 'DESC')
      .limit(limit + 1)
      .getMany();
    return Slice.of(found, limit, (row) => encodeCursor([row.id]));
  }

  private async deleteOld(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `delete from security_logs where id in (select id from security_logs where at < now() - ${RETENTION} limit $1)`,
      [limit],
    );
    return count;
  }
}
