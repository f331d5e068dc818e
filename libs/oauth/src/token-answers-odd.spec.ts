import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { TokenGrant } from './grants.js';
import type { OAuthMembers } from './settings.js';
import { cleanUp, endpoint, settings, tokenServer } from './testing/token-server.js';

afterEach(cleanUp);

const ask = (
  token_url: string,
  members: Partial<OAuthMembers> = {},
  grant: TokenGrant = { kind: 'client_credentials' },
) => endpoint().request(settings({ token_url, ...members }), grant);

describe('TokenEndpoint, answers that nobody asked to compress', () => {
  const TOKEN = '{"access_token":"A","expires_in":3600}';
  it.each<[string, Buffer, string | undefined]>([
    ['gzip', gzipSync(TOKEN), 'gzip'],
    ['x-gzip in capitals', gzipSync(TOKEN), 'X-GZIP'],
    ['deflate', deflateSync(TOKEN), 'deflate'],
    ['brotli', brotliCompressSync(TOKEN), 'br'],
    ['gzip that no header announces', gzipSync(TOKEN), undefined],
    ['identity', Buffer.from(TOKEN), 'identity'],
  ])('reads %s', async (_, body, encoding) => {
    const { base, seen } = await tokenServer({
      body,
      headers: encoding ? { 'content-encoding': encoding } : {},
    });
    expect(await ask(base)).toMatchObject({
      ok: true,
      tokens: { accessToken: 'A' },
      trace: { response: { body: expect.stringContaining('expires_in') } },
    });
    expect(seen[0]?.headers['accept-encoding']).toBeUndefined();
  });

  it('reads the error in a compressed refusal', async () => {
    const { base } = await tokenServer({
      status: 400,
      body: gzipSync('{"error":"invalid_grant","error_description":"gone"}'),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(await ask(base)).toMatchObject({
      failure: { kind: 'reconnect', code: 'invalid_grant', message: expect.stringContaining('gone') },
    });
  });

  it.each<[string, string, string]>([
    ['a charset as encoding', TOKEN, 'utf-8'],
    ['gzip announced over plain JSON', TOKEN, 'gzip'],
    ['an encoding that is not known over a form', 'access_token=A&expires_in=3600', 'zstd-x'],
    ['two encodings over plain JSON', `\ufeff\n${TOKEN}`, 'br, utf-8'],
  ])('reads text as it is under %s', async (_, body, encoding) => {
    const { base } = await tokenServer({ body, headers: { 'content-encoding': encoding } });
    expect(await ask(base)).toMatchObject({ ok: true, tokens: { accessToken: 'A', expiresAt: 4_600_000 } });
  });

  it('reads the refusal under an encoding that is none', async () => {
    const body = '{"error":"invalid_grant"}';
    const { base } = await tokenServer({ status: 400, body, headers: { 'content-encoding': 'utf8' } });
    expect(await ask(base)).toMatchObject({ failure: { kind: 'reconnect', code: 'invalid_grant' } });
  });

  it.each<[string, Buffer, string, string]>([
    ['one that unpacks to more than 64 KiB', gzipSync('{'.repeat(2_000_000)), 'gzip', 'too_large'],
    ['one that is no brotli', gzipSync(TOKEN), 'br', 'decode_failed'],
    ['an encoding that is not known', deflateSync(TOKEN), 'zstd-x', 'decode_failed'],
    ['two encodings', gzipSync(gzipSync(TOKEN)), 'gzip, gzip', 'decode_failed'],
  ])('refuses %s in words, and the connection lives', async (_, body, encoding, code) => {
    const { base } = await tokenServer({ body, headers: { 'content-encoding': encoding } });
    const outcome = await ask(base);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'transient', code, status: 200 } });
  });
});

describe('TokenEndpoint, answers that repeat what was sent', () => {
  const secret = 'se"cr<e>t/+ ü&1';
  const echoes = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    secret.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
  ];
  const grants: TokenGrant[] = [
    { kind: 'client_credentials' },
    { kind: 'password', username: 'ann', password: secret },
    { kind: 'refresh_token', refreshToken: secret },
    { kind: 'authorization_code', code: secret, redirectUri: 'https://me/', codeVerifier: secret },
  ];
  it.each([
    [
      'an error description',
      'application/json',
      (text: string) => JSON.stringify({ error: 'x', error_description: `bad ${text}!` }),
    ],
    ['a page', 'text/html', (text: string) => `<html>bad ${text}!</html>`],
    ['plain words', 'text/plain', (text: string) => `bad ${text}!`],
    [
      'a form',
      'application/x-www-form-urlencoded',
      (text: string) => new URLSearchParams({ error: 'x', error_description: `bad ${text}!` }).toString(),
    ],
  ])('shows no secret of the request in %s', async (_, type, write) => {
    for (const echo of echoes) {
      const { base } = await tokenServer({
        status: 400,
        headers: { 'content-type': type },
        body: write(echo),
      });
      for (const grant of grants) {
        const outcome = await ask(base, { client_secret: secret }, grant);
        const shown = JSON.stringify(outcome);
        expect(outcome.ok).toBe(false);
        for (const form of echoes) expect(shown).not.toContain(JSON.stringify(form).slice(1, -1));
        expect(shown).toContain('bad');
      }
    }
  });

  it.each([
    ['bad s3cr3t-value-9', 'http_401'],
    ['s3cr3t-value-9', 'http_401'],
    ['denied.s3cr3t-value-9', 'http_401'],
    [Buffer.from('s3cr3t-value-9').toString('base64'), 'http_401'],
    ['words that are no code', 'http_401'],
    ['c'.repeat(101), 'http_401'],
    ['AADSTS.7000-215', 'AADSTS.7000-215'],
    ['invalid_client', 'invalid_client'],
  ])('keeps of the error word %s only a code that repeats nothing', async (error, code) => {
    const body = `{"error":"${error.replace('c', String.raw`\u0063`)}"}`;
    const { base } = await tokenServer({ status: 401, body });
    const outcome = await ask(base, { client_secret: 's3cr3t-value-9' });
    expect(outcome).toMatchObject({ ok: false, failure: { code, status: 401 } });
    expect(JSON.stringify(outcome)).not.toMatch(/s3cr3t-value-9|czNjcjN0LXZhbHVlLTk/);
  });

  it('keeps a code that the protocol defines, also where the secret is a word of it', async () => {
    const { base } = await tokenServer({ status: 400, body: '{"error":"invalid_client"}' });
    const outcome = await ask(base, { client_secret: 'client' });
    expect(outcome).toMatchObject({ failure: { code: 'invalid_client', kind: 'configuration' } });
  });

  it('shows no element of an XML answer with its text, whatever it is', async () => {
    const body =
      '<?xml version="1.0"?><r a="SECRET1"><token>SECRET2</token><![CDATA[SECRET3]]><!-- SECRET4 --></r>';
    for (const status of [200, 400]) {
      const { base } = await tokenServer({ status, headers: { 'content-type': 'application/xml' }, body });
      const shown = JSON.stringify(await ask(base));
      expect(shown).toContain('XML');
      expect(shown).toContain('<token>');
      expect(shown).not.toContain('SECRET');
    }
  });
});

describe('TokenEndpoint, revocation', () => {
  it('sends a client with any characters, and no word of it comes back', async () => {
    const members = { client_id: 'idü', client_secret: 'söcret ✓' };
    const { base, seen } = await tokenServer({ body: '' });
    const failing = await tokenServer({
      status: 503,
      headers: { 'retry-after': '5' },
      body: '{"error":"x","error_description":"söcret ✓ TOKEN-1"}',
    });
    for (const client_authentication of ['body', 'basic_header'] as const) {
      const revocation_url = `${base}/revoke?x=1`;
      const target = settings({ token_url: base, revocation_url, client_authentication, ...members });
      expect(await endpoint().revoke(target, 'TOKEN-1', 'refresh_token')).toBeNull();
      const other = { ...target, revocationUrl: failing.base };
      const failure = await endpoint().revoke(other, 'TOKEN-1', 'access_token');
      expect(failure).toMatchObject({ kind: 'transient', status: 503, retryAfterSeconds: 5 });
      expect(failure?.message).not.toMatch(/söcret|TOKEN-1/);
    }
    expect(seen.map(({ url, body, headers }) => [url, body, headers.authorization])).toEqual([
      [
        '/revoke?x=1',
        'token=TOKEN-1&token_type_hint=refresh_token&client_id=id%C3%BC&client_secret=s%C3%B6cret%20%E2%9C%93',
        undefined,
      ],
      [
        '/revoke?x=1',
        'token=TOKEN-1&token_type_hint=refresh_token',
        `Basic ${Buffer.from('id%C3%BC:s%C3%B6cret+%E2%9C%93').toString('base64')}`,
      ],
    ]);
  });
});
