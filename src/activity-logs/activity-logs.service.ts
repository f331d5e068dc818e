// The project's activity log: written from events while the project's setting is on, read by its members.
import { Injectable } from '@nestjs/common';
import { type DomainEvent, EventBus } from '../common/events/domain-event.js';
import { DomainError } from '../common/errors/domain-error.js';
import { isId, newId } from '../common/http/id.js';
import { timeOf } from '../common/http/time-of.js';
import { cursorOf } from '../common/http/list-query.dto.js';
import { encodeCursor, Slice } from '../common/http/page.js';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';
import { SettingsService } from '../projects/settings/settings.service.js';
import type { ActivityLog } from './activity-log.entity.js';
import { ActivityLogRepository } from './activity-log.repository.js';
import type { ActivityLogQuery } from './activity-logs.dto.js';
import { loggableChanges } from './loggable-changes.js';

const SWITCH = 'activity_logs___activity_logs';
const RETENTION = 'activity_logs___retention_days';
const DEFAULT_DAYS = 365;
/** In no log: what the service tells itself, and the first and last word of a project, whose log is off or gone. */
const UNLOGGED = new Set([
  'system.origin_changed',
  'project.created',
  'project.deleted',
  'credential.answered',
]);

@Injectable()
export class ActivityLogsService {
  constructor(
    private readonly logs: ActivityLogRepository,
    private readonly settings: SettingsService,
    events: EventBus,
    maintenance: MaintenanceRegistry,
  ) {
    events.on('*', (event) => this.record(event));
    maintenance.clean('activity_logs', (limit) => this.logs.deleteOld(RETENTION, DEFAULT_DAYS, limit));
  }

  /** Newest first. */
  async list(projectId: string, query: ActivityLogQuery): Promise<Slice<ActivityLog>> {
    const limit = query.limit ?? 50;
    const after = cursorOf(query, 1)?.[0] ?? null;
    if (after !== null && !isId(after))
      throw DomainError.invalidField('after', 'must be a cursor of this list', 'invalid_cursor');
    const filter = {
      actor: query.actor,
      action: query.action,
      resourceType: query.resource_type,
      resourceId: query.resource_id,
      from: query.from === undefined ? undefined : timeOf('from', query.from),
      to: query.to === undefined ? undefined : timeOf('to', query.to),
    };
    const rows = await this.logs.list(projectId, filter, after, limit + 1);
    return Slice.of(rows, limit, (row) => encodeCursor([row.id]));
  }

  private async record(event: DomainEvent): Promise<void> {
    if (event.projectId === null || UNLOGGED.has(event.type)) return;
    // An update after which all is as it was is no news.
    if (event.changes?.length === 0) return;
    const isSwitch = event.changes?.some((change) => change.field === SWITCH) ?? false;
    if (!isSwitch && (await this.settings.get(event.projectId))[SWITCH] !== true) return;
    await this.logs.insert({
      id: newId(),
      projectId: event.projectId,
      at: new Date(),
      actorId: event.actor?.userId ?? null,
      actor: event.actor?.name ?? 'Pipewright',
      action: event.type.slice(event.type.indexOf('.') + 1),
      resourceType: event.resourceType,
      resourceId: event.resourceId,
      name: event.resourceName,
      changes: loggableChanges(event.changes ?? []),
    });
  }
}
