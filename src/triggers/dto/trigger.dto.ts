import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EnumField, IntegerField, TextField } from '../../common/validation/fields.decorator.js';
import { ListQuery, SortedBy } from '../../common/http/list-query.dto.js';
import { ALGORITHMS, ENCODINGS, LAYOUTS, MISSED_RULES, TRIGGER_SORTS } from '../trigger.types.js';

export class TriggersQuery extends ListQuery {
  @SortedBy(TRIGGER_SORTS, 'created_at')
  override sort?: string;

  @EnumField(['schedule', 'webhook'], { description: 'Only these.', optional: true })
  kind?: 'schedule' | 'webhook';
}

class ScheduleMembersDto {
  @TextField({
    description: 'Five cron fields, in `timezone`. Either this or `every_seconds`.',
    example: '0 6 * * MON',
    optional: true,
    nullable: true,
    min: 1,
    max: 200,
    trim: true,
  })
  cron?: string | null;

  @IntegerField({
    description: 'Seconds between the starts of two runs.',
    example: 900,
    optional: true,
    nullable: true,
    min: 10,
    max: 31_536_000,
  })
  every_seconds?: number | null;

  @TextField({
    description:
      'IANA time zone; needed with `cron`, whose fields it is for (with `every_seconds` alone: UTC).',
    example: 'Europe/Berlin',
    optional: true,
    max: 100,
  })
  timezone?: string;

  @EnumField(MISSED_RULES, {
    description:
      'After a time without a worker: one run for the last missed slot, none, or one for each (at most 100).',
    optional: true,
    default: 'last',
    example: 'last',
  })
  missed?: (typeof MISSED_RULES)[number];
}

export class TriggerMembersDto extends ScheduleMembersDto {
  @EnumField(['token', 'hmac'], {
    description:
      'How a webhook call proves who makes it: `token` as `Authorization: Bearer`, `X-Webhook-Token` or `?token=`; `hmac` by a signature over the raw body. Taken as `hmac` where a layout or a signature is named.',
    optional: true,
    default: 'token',
    example: 'hmac',
  })
  verify?: 'token' | 'hmac';

  @EnumField(LAYOUTS, {
    description:
      'Whose layout of signatures: `github` (X-Hub-Signature-256), `shopify` (X-Shopify-Hmac-Sha256), `stripe` (Stripe-Signature), or `custom` by the members below, which the others fix.',
    optional: true,
    default: 'custom',
    example: 'shopify',
  })
  layout?: (typeof LAYOUTS)[number];

  @EnumField(ALGORITHMS, {
    description: 'Of a `custom` signature.',
    optional: true,
    default: 'sha256',
    example: 'sha256',
  })
  algorithm?: (typeof ALGORITHMS)[number];

  @EnumField(ENCODINGS, {
    description: 'Of a `custom` signature.',
    optional: true,
    default: 'hex',
    example: 'hex',
  })
  encoding?: (typeof ENCODINGS)[number];

  @TextField({
    description: 'Header with a `custom` signature.',
    optional: true,
    nullable: true,
    min: 1,
    max: 200,
    example: 'X-Signature',
  })
  signature_header?: string | null;

  @TextField({
    description: 'Text before the signature in its header.',
    optional: true,
    cleared: '',
    max: 50,
    example: 'sha256=',
  })
  signature_prefix?: string;

  @TextField({
    description: 'Header with the time of the call; then `<timestamp>.<raw body>` is signed.',
    optional: true,
    nullable: true,
    min: 1,
    max: 200,
    example: 'X-Timestamp',
  })
  timestamp_header?: string | null;

  @TextField({
    description: 'Write-only; made and answered once when absent.',
    optional: true,
    min: 8,
    max: 500,
    example: 'whsec_3f9a7c…',
  })
  secret?: string;

  @TextField({
    description: 'Header with the sender’s id of the event.',
    optional: true,
    nullable: true,
    min: 1,
    max: 200,
    example: 'X-Event-Id',
  })
  event_id_header?: string | null;

  @TextField({
    description: 'Path of the event’s id in the body.',
    optional: true,
    nullable: true,
    min: 1,
    max: 500,
    example: 'event.id',
  })
  event_id_path?: string | null;

  @TextField({
    description:
      'The API Call Handler whose answer the body of the call is; absent: the call only starts a run.',
    optional: true,
    nullable: true,
    min: 1,
    max: 100,
    example: 'orders',
  })
  source_handler_id?: string | null;
}

export class CreateTriggerDto extends TriggerMembersDto {
  @EnumField(['schedule', 'webhook'], { description: 'What it is.', example: 'schedule' })
  kind!: 'schedule' | 'webhook';
}

export class UpdateTriggerDto extends TriggerMembersDto {}

export class PreviewScheduleDto extends ScheduleMembersDto {}

export class TriggerIdDto {
  @ApiProperty({ format: 'uuid' }) trigger_id!: string;
}

export class TriggerDto extends TriggerIdDto {
  @ApiProperty({ enum: ['schedule', 'webhook'] }) kind!: string;
  @ApiPropertyOptional({ type: String, nullable: true }) cron?: string | null;
  @ApiPropertyOptional({ type: 'integer', nullable: true }) every_seconds?: number | null;
  @ApiPropertyOptional({ type: String }) timezone?: string;
  @ApiPropertyOptional({ enum: MISSED_RULES }) missed?: string;
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true }) next_run_at?: string | null;
  @ApiPropertyOptional({ type: String, description: 'Where a webhook is called.' }) url?: string;
  @ApiPropertyOptional({ enum: ['token', 'hmac'] }) verify?: string;
  @ApiPropertyOptional({ enum: LAYOUTS }) layout?: string;
  @ApiPropertyOptional({ enum: ALGORITHMS }) algorithm?: string;
  @ApiPropertyOptional({ enum: ENCODINGS }) encoding?: string;
  @ApiPropertyOptional({ type: String, nullable: true }) signature_header?: string | null;
  @ApiPropertyOptional({ type: String }) signature_prefix?: string;
  @ApiPropertyOptional({ type: String, nullable: true }) timestamp_header?: string | null;
  @ApiPropertyOptional({ type: Boolean }) secret_set?: boolean;
  @ApiPropertyOptional({ type: String, description: 'Only in the answer to the call that made it.' })
  secret?: string;
  @ApiPropertyOptional({ type: String, nullable: true }) event_id_header?: string | null;
  @ApiPropertyOptional({ type: String, nullable: true }) event_id_path?: string | null;
  @ApiPropertyOptional({ type: String, nullable: true }) source_handler_id?: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export class FireTimeDto {
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty({ example: '2026-03-29T12:00:00+02:00' }) local!: string;
  @ApiProperty({
    type: Boolean,
    description: 'The zone’s offset has changed since the fire time before (daylight saving).',
  })
  offset_change!: boolean;
}

export class HookAnswerDto {
  @ApiProperty({ format: 'uuid' }) run_id!: string;
  @ApiPropertyOptional({ type: Boolean, description: 'The event was taken before; this is its run.' })
  duplicate?: boolean;
  @ApiPropertyOptional({ type: String, description: 'With `wait=true`.' }) status?: string;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'With `wait=true`.' })
  counts?: unknown;
  @ApiPropertyOptional({
    nullable: true,
    description: 'With `wait=true`: the body answered to the last call when the run had one record.',
  })
  response?: unknown;
}
