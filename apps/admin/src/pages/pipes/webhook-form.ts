/** A webhook between the wire and its form; what its layout fixes is not sent. */
import type { UpdateTriggerDto } from '#sdk';
import type { Trigger } from '../../api/types.js';

export interface WebhookForm {
  verify: 'token' | 'hmac';
  layout: NonNullable<Trigger['layout']>;
  algorithm: NonNullable<Trigger['algorithm']>;
  encoding: NonNullable<Trigger['encoding']>;
  signature_header: string;
  signature_prefix: string;
  timestamp_header: string;
  /** Empty: the stored one is kept, or a new webhook gets one made. */
  secret: string;
  event_id_header: string;
  event_id_path: string;
  source_handler_id: string | null;
}

export const webhookForm = (trigger?: Trigger): WebhookForm => ({
  verify: trigger?.verify ?? 'token',
  layout: trigger?.layout ?? 'custom',
  algorithm: trigger?.algorithm ?? 'sha256',
  encoding: trigger?.encoding ?? 'hex',
  signature_header: trigger?.signature_header ?? 'X-Signature',
  signature_prefix: trigger?.signature_prefix ?? '',
  timestamp_header: trigger?.timestamp_header ?? '',
  secret: '',
  event_id_header: trigger?.event_id_header ?? '',
  event_id_path: trigger?.event_id_path ?? '',
  source_handler_id: trigger?.source_handler_id ?? null,
});

export const hasOwnLayout = (values: Pick<WebhookForm, 'verify' | 'layout'>): boolean =>
  values.verify === 'hmac' && values.layout === 'custom';

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export const webhookBody = (values: WebhookForm): UpdateTriggerDto => ({
  verify: values.verify,
  ...(values.verify === 'hmac' ? { layout: values.layout } : {}),
  ...(hasOwnLayout(values)
    ? {
        algorithm: values.algorithm,
        encoding: values.encoding,
        signature_header: orNull(values.signature_header),
        signature_prefix: values.signature_prefix,
        timestamp_header: orNull(values.timestamp_header),
      }
    : {}),
  ...(values.secret === '' ? {} : { secret: values.secret }),
  event_id_header: orNull(values.event_id_header),
  event_id_path: orNull(values.event_id_path),
  source_handler_id: values.source_handler_id,
});

export const algorithms: Record<WebhookForm['algorithm'], string> = {
  sha256: 'SHA-256',
  sha1: 'SHA-1',
  sha512: 'SHA-512',
};
export const encodings: Record<WebhookForm['encoding'], string> = { hex: 'Hexadecimal', base64: 'Base64' };

/** As the form calls its fields; some are hidden where they do not count. */
export const webhookLabels: Record<keyof WebhookForm, string> = {
  verify: 'Verified by',
  layout: 'Layout of the signature',
  algorithm: 'Algorithm',
  encoding: 'Encoding',
  signature_header: 'Header of the signature',
  signature_prefix: 'Text before the signature',
  timestamp_header: 'Header of the time',
  secret: 'Secret',
  event_id_header: 'Header of the event id',
  event_id_path: 'Path of the event id in the body',
  source_handler_id: 'The body is the answer of',
};
