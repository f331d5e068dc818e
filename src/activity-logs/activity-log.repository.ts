import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ActivityLog } from './activity-log.entity.js';
import type { ActivityLogFilter } from './activity-log.types.js';

@Injectable()
export class ActivityLogRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(log: ActivityLog): Promise<void> {
    await this.dataSource.manager.insert(ActivityLog, log as object);
  }

  /** Newest first, older than `afterId` when it is given. */
  async list(
    projectId: string,
    filter: ActivityLogFilter,
    afterId: string | null,
    limit: number,
  ): Promise<ActivityLog[]> {
    const query = this.dataSource.manager
      .createQueryBuilder(ActivityLog, 'log')
      .where('log.projectId = :projectId', { projectId });
    for (const name of ['action', 'resourceType', 'resourceId'] as const) {
      if (filter[name] !== undefined) query.andWhere(`log.${name} = :${name}`, { [name]: filter[name] });
    }
    if (filter.actor !== undefined)
      query.andWhere('(cast(log.actorId as text) = :actor or log.actor = :actor)', { actor: filter.actor });
    if (filter.from !== undefined) query.andWhere('log.at >= :from', { from: filter.from });
    if (filter.to !== undefined) query.andWhere('log.at < :to', { to: filter.to });
    if (afterId !== null) query.andWhere('log.id < :afterId', { afterId });
    return query.orderBy('log.id', 'DESC').limit(limit).getMany();
  }

  /** Past what each project's own setting keeps. */
  async deleteOld(settingKey: string, defaultDays: number, limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `delete from activity_logs where id in (
         select log.id from activity_logs log join projects p on p.id = log.project_id
         where log.at < now() - make_interval(days => coalesce((p.settings ->> $1)::int, $2)) limit $3)`,
      [settingKey, defaultDays, limit],
    );
    return count;
  }
}
