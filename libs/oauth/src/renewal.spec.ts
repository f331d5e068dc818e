import fc from 'fast-check';
import type { TokenGrant } from './grants.js';
import {
  isDue,
  isExpired,
  judgeRenewalFailure,
  renewalDueAt,
  renewalGrants,
  renewalTimeOf,
  renewToken,
  transientBackoffMs,
} from './renewal.js';
import { type GrantType, readSettings } from './settings.js';
import type { TokenOutcome } from './token-endpoint.js';
import type { TokenSet } from './token-set.js';

const HOUR = 3_600_000;
const tokens = (more: Partial<TokenSet> = {}): TokenSet => ({
  accessToken: 'A1',
  refreshToken: 'R1',
  obtainedAt: 0,
  expiresAt: HOUR,
  tokenType: null,
  scope: null,
  members: { access_token: 'A1', refresh_token: 'R1' },
  ...more,
});
const settings = (grant_type: GrantType) =>
  readSettings({ grant_type, token_url: 'https://as/t', client_id: 'c', client_secret: 's' });
const trace = {
  request: { method: 'POST', url: '', headers: {}, body: null },
  response: null,
  durationMs: 1,
};
const success = (set: Partial<TokenSet>): TokenOutcome => ({
  ok: true,
  tokens: tokens({ accessToken: 'A2', refreshToken: null, members: { access_token: 'A2' }, ...set }),
  warnings: [],
  trace,
  advice: null,
});
const failure = (code: string, kind: 'reconnect' | 'transient'): TokenOutcome => ({
  ok: false,
  failure: { kind, code, message: code, status: 400, retryAfterSeconds: null },
  trace,
  advice: null,
});

describe('when a renewal is due', () => {
  it.each([
    [HOUR, HOUR - 300_000],
    [1_000_000, 900_000],
    [60_000, 54_000],
    [10_000, 9_000],
  ])('a token of %d ms is due at %d ms', (lifetime, dueAt) => {
    const set = tokens({ expiresAt: lifetime });
    expect(renewalDueAt(set)).toBe(dueAt);
    expect([isDue(set, dueAt - 1), isDue(set, dueAt)]).toEqual([false, true]);
  });

  it('is never due while the end is unknown (O-69), and a dead token is known', () => {
    expect(isDue(tokens({ expiresAt: null }), Number.MAX_SAFE_INTEGER)).toBe(false);
    expect(isExpired(tokens({ expiresAt: null }), 1)).toBe(false);
    expect([isExpired(tokens(), HOUR - 1), isExpired(tokens(), HOUR)]).toEqual([false, true]);
  });

  it('is due before the end and after the beginning, for any lifetime', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (lifetime) => {
        const dueAt = renewalDueAt(tokens({ expiresAt: lifetime })) ?? NaN;
        return dueAt >= 0 && dueAt <= lifetime && lifetime - dueAt <= 300_000;
      }),
    );
  });
});

describe('when a renewal is tried', () => {
  it('is when it is due, and only at the end where nothing but a person can bring another token', () => {
    const tokens = { obtainedAt: 0, expiresAt: 3_600_000 };
    expect(renewalTimeOf(tokens, true)).toBe(3_300_000);
    expect(renewalTimeOf(tokens, false)).toBe(3_600_000);
    expect(renewalTimeOf({ ...tokens, expiresAt: null }, false)).toBeNull();
  });
});

describe('what a renewal sends', () => {
  it.each<[string, GrantType, Partial<TokenSet> | null, { username?: string; password?: string }, string[]]>([
    ['client credentials ask again', 'client_credentials', {}, {}, ['client_credentials']],
    ['a code grant refreshes', 'authorization_code', {}, {}, ['refresh_token']],
    [
      'a code grant without refresh token sends nothing (O-03, O-46)',
      'authorization_code_pkce',
      { refreshToken: null },
      {},
      [],
    ],
    [
      'a password grant refreshes, then asks again',
      'resource_owner_credentials',
      {},
      { username: 'u', password: 'p' },
      ['refresh_token', 'password'],
    ],
    [
      'a password grant without refresh token asks again',
      'resource_owner_credentials',
      { refreshToken: null },
      { username: 'u', password: 'p' },
      ['password'],
    ],
    [
      'a password grant whose password was dropped only refreshes',
      'resource_owner_credentials',
      {},
      { username: 'u' },
      ['refresh_token'],
    ],
    ['a first token of client credentials', 'client_credentials', null, {}, ['client_credentials']],
  ])('%s', (_, grant, set, inputs, kinds) => {
    expect(
      renewalGrants(settings(grant), { tokens: set === null ? null : tokens(set), ...inputs }).map(
        ({ kind }) => kind,
      ),
    ).toEqual(kinds);
  });

  const endpointOf = (...outcomes: TokenOutcome[]) => {
    const asked: TokenGrant['kind'][] = [];
    return {
      asked,
      request: async (_: unknown, grant: TokenGrant) => {
        asked.push(grant.kind);
        return outcomes.shift() as TokenOutcome;
      },
    };
  };

  it('keeps the stored refresh token in the renewed set', async () => {
    const outcome = await renewToken(endpointOf(success({})), settings('authorization_code'), {
      tokens: tokens(),
    });
    expect(outcome).toMatchObject({ ok: true, tokens: { accessToken: 'A2', refreshToken: 'R1' } });
  });

  it('falls back to the password on invalid_grant only', async () => {
    const inputs = { tokens: tokens(), username: 'u', password: 'p' };
    const revoked = endpointOf(failure('invalid_grant', 'reconnect'), success({ refreshToken: 'R2' }));
    expect(await renewToken(revoked, settings('resource_owner_credentials'), inputs)).toMatchObject({
      ok: true,
      tokens: { refreshToken: 'R2' },
    });
    expect(revoked.asked).toEqual(['refresh_token', 'password']);
    const down = endpointOf(failure('http_500', 'transient'));
    expect(await renewToken(down, settings('resource_owner_credentials'), inputs)).toMatchObject({
      ok: false,
    });
    expect(down.asked).toEqual(['refresh_token']);
  });

  it('does not keep the dead refresh token when the password brought a token without one', async () => {
    const inputs = { tokens: tokens(), username: 'u', password: 'p' };
    inputs.tokens.members = { ...inputs.tokens.members, instance_url: 'https://i' };
    const endpoint = endpointOf(failure('invalid_grant', 'reconnect'), success({}));
    const outcome = await renewToken(endpoint, settings('resource_owner_credentials'), inputs);
    expect(outcome?.ok && outcome.tokens).toMatchObject({ accessToken: 'A2', refreshToken: null });
    expect(outcome?.ok && outcome.tokens.members).toEqual({ access_token: 'A2', instance_url: 'https://i' });
  });

  it('tells null when nothing can be sent', async () => {
    expect(
      await renewToken(endpointOf(), settings('authorization_code'), {
        tokens: tokens({ refreshToken: null }),
      }),
    ).toBeNull();
  });
});

describe('what a failed renewal means', () => {
  const judge = (
    grant: GrantType,
    kind: 'configuration' | 'reconnect' | 'transient' | 'unknown',
    attempt = 1,
    retryAfterSeconds: number | null = null,
  ) => {
    const count = { attempt, unknown: kind === 'unknown' ? attempt : 0 };
    return judgeRenewalFailure(settings(grant), { kind, retryAfterSeconds }, count, () => 0.5);
  };

  it('a known reconnect code needs the owner at once', () => {
    expect(judge('authorization_code', 'reconnect')).toEqual({
      status: 'reconnect_required',
      retryInMs: null,
    });
    expect(judge('resource_owner_credentials', 'reconnect').status).toBe('reconnect_required');
    expect(judge('client_credentials', 'reconnect')).toEqual({ status: 'failed', retryInMs: 900_000 });
  });

  it('a transient fault never kills a connection: 30 s, 1, 2, 5, 15 min', () => {
    expect([1, 2, 3, 4, 5, 50].map((attempt) => judge('authorization_code', 'transient', attempt))).toEqual(
      [30, 60, 120, 300, 900, 900].map((seconds) => ({ status: null, retryInMs: seconds * 1000 })),
    );
    expect(judge('authorization_code', 'transient', 1, 600).retryInMs).toBe(600_000);
  });

  it('an unknown refusal after a long outage is the first of its kind', () => {
    const failure = { kind: 'unknown', retryAfterSeconds: null } as const;
    const count = { attempt: 11, unknown: 1 };
    expect(judgeRenewalFailure(settings('authorization_code'), failure, count).status).toBeNull();
  });

  it('an unknown refusal is borne three times', () => {
    expect([1, 2, 3, 4].map((attempt) => judge('authorization_code', 'unknown', attempt).status)).toEqual([
      null,
      null,
      null,
      'reconnect_required',
    ]);
  });

  it('a wrong setting fails and waits 15 minutes', () => {
    expect(judge('authorization_code', 'configuration')).toEqual({ status: 'failed', retryInMs: 900_000 });
  });

  it('spreads waits by a fifth', () => {
    expect([transientBackoffMs(1, () => 0), transientBackoffMs(1, () => 0.999)]).toEqual([
      24_000,
      expect.closeTo(36_000, -2),
    ]);
  });
});
