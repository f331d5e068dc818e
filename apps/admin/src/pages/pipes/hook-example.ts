/** A call of a webhook that can be pasted into a shell, signed as its layout wants it. */
import type { Trigger } from '../../api/types.js';
import { quoted } from '../../kit/curl.js';

type Signed = Pick<
  Trigger,
  'algorithm' | 'encoding' | 'signature_header' | 'signature_prefix' | 'timestamp_header'
>;

/** What the layouts of known senders fix. */
const layouts: Record<'github' | 'shopify' | 'stripe', Signed> = {
  github: {
    algorithm: 'sha256',
    encoding: 'hex',
    signature_header: 'X-Hub-Signature-256',
    signature_prefix: 'sha256=',
  },
  shopify: { algorithm: 'sha256', encoding: 'base64', signature_header: 'X-Shopify-Hmac-Sha256' },
  stripe: {
    algorithm: 'sha256',
    encoding: 'hex',
    signature_header: 'Stripe-Signature',
    signature_prefix: 't=$TIME,v1=',
  },
};

/** `secret`: the real one where it is known, else a place to put it. */
export function hookExample(trigger: Trigger, secret = '<SECRET>'): string {
  const url = quoted(trigger.url ?? '');
  const json = `-H 'Content-Type: application/json'`;
  const body = quoted('{"id": 1}');
  if (trigger.verify !== 'hmac')
    return [
      `curl -X POST ${url}`,
      `-H ${quoted(`Authorization: Bearer ${secret}`)}`,
      json,
      `-d ${body}`,
    ].join(' \\\n  ');
  const layout = trigger.layout ?? 'custom';
  const signed = layout === 'custom' ? trigger : layouts[layout];
  const timed = layout === 'stripe' || Boolean(signed.timestamp_header);
  const digest = `openssl dgst -${signed.algorithm ?? 'sha256'} -hmac ${quoted(secret)}`;
  const encoded =
    signed.encoding === 'base64' ? `${digest} -binary | openssl base64 -A` : `${digest} | sed 's/^.* //'`;
  return [
    `BODY=${body}`,
    ...(timed ? ['TIME=$(date +%s)'] : []),
    `SIGNATURE=$(printf '%s' "${timed ? '$TIME.' : ''}$BODY" | ${encoded})`,
    [
      `curl -X POST ${url}`,
      json,
      `-H "${signed.signature_header ?? 'X-Signature'}: ${signed.signature_prefix ?? ''}$SIGNATURE"`,
      ...(layout === 'custom' && signed.timestamp_header ? [`-H "${signed.timestamp_header}: $TIME"`] : []),
      `-d "$BODY"`,
    ].join(' \\\n  '),
  ].join('\n');
}
