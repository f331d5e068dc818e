import { tryVariants } from './advice.js';
import type { TokenGrant } from './grants.js';
import type { OAuthMembers } from './settings.js';
import { cleanUp, endpoint, type Seen, serve, settings, tokenServer } from './testing/token-server.js';

afterEach(cleanUp);

describe('advice', () => {
  const refusing = (accepts: (request: Seen) => boolean, code = 'invalid_client') =>
    serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method = '', url = '', headers, rawHeaders } = request;
        const isGood = accepts({ method, url, headers, rawHeaders, body });
        response
          .writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' })
          .end(isGood ? '{"access_token":"A"}' : `{"error":"${code}"}`);
      });
    });
  const diagnose = async (
    members: Partial<OAuthMembers>,
    grant: TokenGrant = { kind: 'client_credentials' },
  ) => {
    const target = endpoint();
    const outcome = await target.request(settings(members), grant);
    if (outcome.ok) throw new Error('expected a refusal');
    return { outcome, found: await tryVariants(target, settings(members), grant, outcome.failure) };
  };

  it('proposes the raw encoding where the server does not decode (O-12)', async () => {
    const raw = `Basic ${Buffer.from('cid:a+b/c').toString('base64')}`;
    const base = await refusing(({ headers }) => headers.authorization === raw);
    const { outcome, found } = await diagnose({
      token_url: base,
      client_secret: 'a+b/c',
      client_authentication: 'basic_header',
    });
    expect(!outcome.ok && outcome.failure.message).toContain('raw');
    expect(found.suggestion).toMatchObject({ code: 'basic_encoding', change: { basic_encoding: 'raw' } });
  });

  it('finds that a server wants the Basic header, or the body', async () => {
    const basic = await refusing(
      ({ headers, body }) => headers.authorization !== undefined && !body.includes('client_id'),
    );
    expect((await diagnose({ token_url: basic })).found.suggestion).toMatchObject({
      message: expect.stringContaining('Basic header'),
      change: { client_authentication: 'basic_header' },
    });
    const inBody = await refusing(({ headers }) => headers.authorization === undefined);
    expect(
      (await diagnose({ token_url: inBody, client_authentication: 'basic_header' })).found.suggestion?.change,
    ).toEqual({ client_authentication: 'body' });
  });

  it('finds the Basic header in the raw encoding behind a refused body, and shows each try', async () => {
    const raw = `Basic ${Buffer.from('cid:a+b/c').toString('base64')}`;
    const base = await refusing(({ headers }) => headers.authorization === raw);
    const { found } = await diagnose({ token_url: base, client_secret: 'a+b/c' });
    expect(found.suggestion?.change).toEqual({
      client_authentication: 'basic_header',
      basic_encoding: 'raw',
    });
    expect(found.outcomes.map(({ ok }) => ok)).toEqual([false, true]);
  });

  it('never sends an id with a colon in a raw header', async () => {
    const seen: string[] = [];
    const base = await refusing(({ headers }) => (seen.push(String(headers.authorization)), false));
    await diagnose({ token_url: base, client_id: 'a:b' });
    await diagnose({ token_url: base, client_id: 'a:b', client_authentication: 'basic_header' });
    const raw = `Basic ${Buffer.from('a:b:sec').toString('base64')}`;
    expect(seen).toHaveLength(4);
    expect(seen).not.toContain(raw);
  });

  it('never tries a code twice', async () => {
    let requests = 0;
    const base = await refusing(() => ((requests += 1), false));
    expect(
      (
        await diagnose(
          { token_url: base },
          { kind: 'authorization_code', code: 'c', redirectUri: 'https://me/' },
        )
      ).found.suggestion,
    ).toBeNull();
    expect(requests).toBe(1);
  });

  it.each(['invalid_client', 'unauthorized_client', 'invalid_request', 'other'])(
    'says that a client is required when there is none (%s with 401)',
    async (code) => {
      const base = await refusing(() => false, code);
      const { outcome } = await diagnose(
        { token_url: base, grant_type: 'resource_owner_credentials', client_id: null, client_secret: null },
        { kind: 'password', username: 'u', password: 'p' },
      );
      expect(!outcome.ok && outcome.failure.message).toContain('requires a client ID and a client secret');
    },
  );

  it.each<[string, Partial<OAuthMembers>, TokenGrant]>([
    ['no secret', { client_secret: null }, { kind: 'password', username: 'u', password: 'p' }],
    ['a blank secret', { client_secret: ' ' }, { kind: 'password', username: 'u', password: 'p' }],
    ['no secret, to refresh', { client_secret: null }, { kind: 'refresh_token', refreshToken: 'R' }],
    ['no client, to refresh', { client_id: null }, { kind: 'refresh_token', refreshToken: 'R' }],
  ])('says that the whole client is required where there is %s', async (_, members, grant) => {
    const base = await refusing(() => false);
    const owner = { token_url: base, grant_type: 'resource_owner_credentials', ...members } as const;
    const { outcome } = await diagnose(owner, grant);
    expect(outcome.advice).toMatchObject({ code: 'client_required' });
    const consent = { ...owner, grant_type: 'authorization_code' } as const;
    const refresh: TokenGrant = { kind: 'refresh_token', refreshToken: 'R' };
    expect((await diagnose(consent, refresh)).outcome.advice).toBeNull();
  });

  it('warns when a consent brings no refresh token (O-72)', async () => {
    const { base } = await tokenServer();
    const outcome = await endpoint().request(
      settings({ token_url: base, grant_type: 'authorization_code' }),
      { kind: 'authorization_code', code: 'c', redirectUri: 'https://me/' },
    );
    expect(outcome).toMatchObject({
      ok: true,
      advice: { code: 'refresh_token_missing', message: expect.stringContaining('scope') },
    });
  });
});
