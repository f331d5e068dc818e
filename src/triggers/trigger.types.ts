// Kinds and settings of triggers, as on the wire.
/** What the triggers of a pipe may be sorted by: names on the wire and their properties. */
export const TRIGGER_SORTS = { kind: 'kind', created_at: 'createdAt', updated_at: 'updatedAt' };

export const MISSED_RULES = ['last', 'skip', 'all'] as const;
export type MissedRule = (typeof MISSED_RULES)[number];

export const LAYOUTS = ['custom', 'github', 'shopify', 'stripe'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export const ENCODINGS = ['hex', 'base64'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface ScheduleSettings {
  /** one of cron and every_seconds is set */
  cron: string | null;
  every_seconds: number | null;
  timezone: string;
  missed: MissedRule;
}

export interface WebhookSettings {
  verify: 'token' | 'hmac';
  layout: Layout;
  algorithm: Algorithm;
  encoding: Encoding;
  signature_header: string | null;
  signature_prefix: string;
  timestamp_header: string | null;
  event_id_header: string | null;
  event_id_path: string | null;
  source_handler_id: string | null;
}
