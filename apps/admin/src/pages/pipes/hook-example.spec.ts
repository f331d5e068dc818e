import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { Trigger } from '../../api/types.js';
import { hookExample } from './hook-example.js';

const hook = (change: Partial<Trigger> = {}): Trigger => ({
  trigger_id: 't',
  kind: 'webhook',
  url: 'http://localhost:3000/hooks/abc',
  verify: 'hmac',
  layout: 'custom',
  algorithm: 'sha256',
  encoding: 'hex',
  signature_header: 'X-Signature',
  signature_prefix: '',
  timestamp_header: null,
  ...change,
});
const body = '{"id": 1}';

/** What the example's curl would be called with, by a shell whose curl and openssl are ours. */
function sent(example: string): string[] {
  const curl = 'curl() { for each in "$@"; do printf "%s\\n" "$each"; done; }; date() { echo 1700000000; }';
  return execFileSync('bash', ['-c', `${curl}\n${example}`], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

it('sends the token as a bearer', () => {
  expect(sent(hookExample(hook({ verify: 'token' }), 'secret-of-8'))).toEqual([
    '-X',
    'POST',
    'http://localhost:3000/hooks/abc',
    '-H',
    'Authorization: Bearer secret-of-8',
    '-H',
    'Content-Type: application/json',
    '-d',
    body,
  ]);
});

it.each([
  ['hex', { encoding: 'hex' as const, signature_prefix: 'sha256=' }],
  ['base64', { encoding: 'base64' as const }],
  ['sha512 in base64', { encoding: 'base64' as const, algorithm: 'sha512' as const }],
])('signs the raw body in %s, whatever is in the secret', (_name, change) => {
  const trigger = hook(change);
  const secret = `it's a $ecret`;
  const signature = createHmac(trigger.algorithm ?? '', secret)
    .update(body)
    .digest(trigger.encoding ?? 'hex');
  expect(sent(hookExample(trigger, secret))).toContain(
    `X-Signature: ${trigger.signature_prefix ?? ''}${signature}`,
  );
});

it('signs the time with the body where a header tells the time', () => {
  const signature = createHmac('sha256', 'secret').update(`1700000000.${body}`).digest('hex');
  const lines = sent(hookExample(hook({ timestamp_header: 'X-Time' }), 'secret'));
  expect(lines).toContain(`X-Signature: ${signature}`);
  expect(lines).toContain('X-Time: 1700000000');
  const stripe = sent(hookExample(hook({ layout: 'stripe' }), 'secret'));
  expect(stripe).toContain(`Stripe-Signature: t=1700000000,v1=${signature}`);
});

it('has a place for a secret that is not known', () => {
  expect(hookExample(hook({ layout: 'github' }))).toContain(`-hmac '<SECRET>'`);
});
