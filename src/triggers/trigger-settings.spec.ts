import { DomainError } from '../common/errors/domain-error.js';
import { scheduleOf, webhookOf } from './trigger-settings.js';
import type { TriggerMembersDto } from './dto/trigger.dto.js';

const webhook = (change: TriggerMembersDto, stored: Parameters<typeof webhookOf>[1] = null) =>
  webhookOf(change, stored, new Set());

const fieldsOf = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return (error.errors ?? []).map(({ field }) => field);
    throw error;
  }
  return [];
};

describe('the settings of a webhook', () => {
  it('mean signatures where a layout or a signature is named, and a token where nothing is', () => {
    expect(webhook({}).verify).toBe('token');
    expect(webhook({ layout: 'shopify' }).verify).toBe('hmac');
    expect(webhook({ signature_header: 'X-Signature' }).verify).toBe('hmac');
    expect(fieldsOf(() => webhook({ verify: 'token', layout: 'github' }))).toEqual(['verify']);
  });

  it('refuse beside a layout what it fixes, and forget what was set before it', () => {
    expect(
      fieldsOf(() => webhook({ layout: 'github', signature_header: 'X-A', encoding: 'base64' })),
    ).toEqual(['encoding', 'signature_header']);
    const own = webhook({ signature_header: 'X-A', timestamp_header: 'X-T', algorithm: 'sha512' });
    expect(webhook({ layout: 'github' }, own)).toMatchObject({
      verify: 'hmac',
      signature_header: null,
      timestamp_header: null,
      algorithm: 'sha256',
    });
    expect(webhook({ event_id_path: 'id' }, webhook({ layout: 'github' }))).toMatchObject({
      verify: 'hmac',
      layout: 'github',
    });
    expect(webhook({ verify: 'token' }, own).verify).toBe('token');
  });
});

describe('the settings of a schedule', () => {
  it('need a time zone for the fields of cron alone', () => {
    expect(scheduleOf({ every_seconds: 10 }, null).timezone).toBe('UTC');
    expect(fieldsOf(() => scheduleOf({ cron: '0 6 * * *' }, null))).toEqual(['timezone']);
  });
});
