import type { FireTimeDto, TriggerDto } from './dto/trigger.dto.js';
import type { FireTime } from './schedule-times.js';
import type { ShownTrigger } from './triggers.service.js';

export const toTriggerDto = (publicUrl: string, { trigger, secret }: ShownTrigger): TriggerDto => ({
  trigger_id: trigger.id,
  kind: trigger.kind,
  ...trigger.settings,
  ...(trigger.kind === 'schedule'
    ? { next_run_at: trigger.nextRunAt?.toISOString() ?? null }
    : {
        url: `${publicUrl}/hooks/${trigger.hookKey ?? ''}`,
        secret_set: trigger.secret !== null,
        ...(secret === undefined ? {} : { secret }),
      }),
  created_at: trigger.createdAt.toISOString(),
  updated_at: trigger.updatedAt.toISOString(),
});

export const toFireTimeDto = ({ at, local, isOffsetChange }: FireTime): FireTimeDto => ({
  at: at.toISOString(),
  local,
  offset_change: isOffsetChange,
});
