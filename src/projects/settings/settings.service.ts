// Project settings: one atomic change, all keys checked before any is written.
import { Injectable } from '@nestjs/common';
import { EventBus } from '../../common/events/domain-event.js';
import { changesBetween } from '../../common/events/changes.js';
import { DomainError, type FieldError } from '../../common/errors/domain-error.js';
import type { ProjectScope } from '../../common/http/request-context.js';
import { PROJECT_SETTINGS_CHANGED } from '../project.events.js';
import { ProjectRepository } from '../project.repository.js';
import { canBeCleared, findSetting, fullSettings, SETTINGS } from './setting-registry.js';

@Injectable()
export class SettingsService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly events: EventBus,
  ) {}

  async get(projectId: string): Promise<Record<string, unknown>> {
    return fullSettings(await this.projects.settingsOf(projectId));
  }

  async update(scope: ProjectScope, sent: Record<string, unknown>): Promise<Record<string, unknown>> {
    const change = withClearedValues(sent);
    const errors = Object.entries(change).flatMap(([key, value]) => settingErrors(key, value));
    if (errors.length > 0) throw DomainError.invalid(errors);
    const { before, after } = await this.projects.mergeSettings(scope.projectId, change);
    const changes = changesBetween(fullSettings(before), fullSettings(after));
    if (changes.length > 0) {
      const project = await this.projects.get(scope.projectId);
      await this.events.emit({
        type: PROJECT_SETTINGS_CHANGED,
        projectId: scope.projectId,
        resourceType: 'project',
        resourceId: scope.projectId,
        resourceName: project.projectName,
        actor: { userId: scope.userId, name: scope.principal.name },
        changes,
      });
    }
    return fullSettings(after);
  }
}

const withClearedValues = (sent: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).map(([key, value]) => {
      const setting = value === null ? findSetting(key) : undefined;
      return [key, setting && canBeCleared(setting) ? setting.default : value];
    }),
  );

function settingErrors(key: string, value: unknown): FieldError[] {
  const setting = findSetting(key);
  if (!setting) {
    return [
      {
        field: key,
        code: 'unknown_field',
        message: `is not a setting: the settings are ${SETTINGS.map((known) => known.key).join(', ')}`,
      },
    ];
  }
  const words = setting.find(value);
  if (words === null) return [];
  const place = /^(\[\d+\]) (.*)$/.exec(words);
  return [{ field: key + (place?.[1] ?? ''), code: 'invalid_value', message: place?.[2] ?? words }];
}
