import { valueToXml, xmlToValue } from '#mapping';
import { checkTokenCalls, type CallTransport, runTokenCalls } from './dynamic-token.js';
import type { TokenCall } from './token-call.js';

type Sent = Parameters<CallTransport>[0];
const NOW = 1_700_000_000_000;

function transport(...answers: { status?: number; body?: string; type?: string }[]) {
  const sent: Sent[] = [];
  const send: CallTransport = async (request) => {
    sent.push(request);
    const { status = 200, body = '{}', type = 'application/json' } = answers[sent.length - 1] ?? {};
    return { status, headers: { 'content-type': type }, body: Buffer.from(body) };
  };
  return { sent, send };
}
const run = (
  send: CallTransport,
  token_calls: TokenCall[],
  more: object = {},
  inputs: Record<string, string> = { user: 'u"1', key: 'k&2' },
) =>
  runTokenCalls(
    { send, readXml: xmlToValue, writeXml: valueToXml, now: () => NOW },
    { token_calls, ...more },
    inputs,
  );

describe('runTokenCalls', () => {
  it('uses inputs and earlier answers, each made safe for its place', async () => {
    const { sent, send } = transport(
      { body: '{"session":{"id":"s/1","n":7}}' },
      { body: '{"data":{"token":"T"},"ttl":60}' },
    );
    const outcome = await run(
      send,
      [
        {
          name: 'login',
          method: 'POST',
          url: 'https://a.x/login?u={{inputs.user}}',
          headers: { 'X-Key': '{{ inputs.key }}' },
          body_type: 'json',
          body: { user: '{{inputs.user}}', list: ['a {{inputs.key}}'] },
        },
        {
          name: 'token',
          method: 'POST',
          url: 'https://a.x/t/{{calls.login.session.id}}',
          body_type: 'form',
          body: { sid: '{{calls.login.session.id}}', n: '{{calls.login.session.n}}' },
        },
      ],
      { token_path: 'data.token', expires_in_path: 'ttl' },
    );
    expect(sent.map(({ method, url, headers, body }) => ({ method, url, headers, body }))).toEqual([
      {
        method: 'POST',
        url: 'https://a.x/login?u=u%221',
        headers: {
          'X-Key': 'k&2',
          'Content-Type': 'application/json',
          Accept: 'application/json, */*;q=0.5',
        },
        body: '{"user":"u\\"1","list":["a k&2"]}',
      },
      {
        method: 'POST',
        url: 'https://a.x/t/s%2F1',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Accept: 'application/json, */*;q=0.5',
        },
        body: 'sid=s%2F1&n=7',
      },
    ]);
    expect(outcome).toMatchObject({
      ok: true,
      tokens: { accessToken: 'T', expiresAt: NOW + 60_000, members: { ttl: 60 } },
    });
  });

  it('keeps the type of a value that is the whole text, and escapes in text bodies', async () => {
    const { sent, send } = transport(
      { body: '{"n":7,"o":{"a":[1]}}' },
      {},
      {},
      { body: 'tok', type: 'text/plain' },
    );
    await run(send, [
      { name: 'a', method: 'GET', url: 'https://a.x/' },
      {
        name: 'b',
        method: 'POST',
        url: 'https://a.x/',
        body_type: 'json',
        body: { n: '{{calls.a.n}}', o: '{{calls.a.o}}' },
      },
      { name: 'c', method: 'POST', url: 'https://a.x/', body_type: 'json', body: '{"u":"{{inputs.user}}"}' },
      {
        name: 'd',
        method: 'POST',
        url: 'https://a.x/',
        body_type: 'xml',
        body: '<u a="{{inputs.user}}">{{inputs.key}}</u>',
      },
    ]);
    expect(sent.slice(1).map(({ body }) => body)).toEqual([
      '{"n":7,"o":{"a":[1]}}',
      '{"u":"u\\"1"}',
      '<u a="u&#34;1">k&#38;2</u>',
    ]);
  });

  it('names nested members of a form, and repeats lists', async () => {
    const { sent, send } = transport();
    const body = { user: { name: '{{inputs.user}}', on: true }, scope: ['a', 'b{{inputs.key}}'], none: null };
    await run(send, [{ name: 'a', method: 'POST', url: 'https://a.x/', body_type: 'form', body }]);
    expect(sent[0]?.body).toBe('user%5Bname%5D=u%221&user%5Bon%5D=true&scope=a&scope=bk%262');
  });

  it('masks inputs that an answer repeats', async () => {
    const { send } = transport({ body: '{"message":"hello k&secret 2","access_token":"A"}' });
    const call: TokenCall = { name: 'a', method: 'POST', url: 'https://a.x/' };
    const outcome = await run(send, [call], {}, { key: 'k&secret 2' });
    expect(JSON.stringify(outcome.steps)).toContain('hello ••••••••');
  });

  it('masks what a later answer repeats of an earlier one, sent or not', async () => {
    const first = '{"session":"SESS-canary-777","pin":4711,"user":{"note":"NOTE-canary-778"},"mode":"word"}';
    const repeat = 'SESS-canary-777, 4711 or NOTE-canary-778 unknown for word';
    const calls: TokenCall[] = [
      { name: 'a', method: 'POST', url: 'https://a.x/' },
      {
        name: 'b',
        method: 'POST',
        url: 'https://a.x/{{calls.a.pin}}',
        body_type: 'json',
        body: { session: '{{calls.a.session}}' },
      },
    ];
    for (const [status, type, write] of [
      [400, 'application/json', (text: string) => JSON.stringify({ message: text })],
      [200, 'application/json', (text: string) => JSON.stringify({ message: text })],
      [200, 'application/xml', (text: string) => `<a>${text}`],
    ] as const) {
      const { send } = transport({ body: first }, { status, body: write(repeat), type });
      const outcome = await run(send, calls);
      expect(outcome.ok).toBe(false);
      expect(JSON.stringify(outcome)).not.toMatch(/canary|4711/);
      if (type === 'application/json') expect(JSON.stringify(outcome.steps[1])).toContain('unknown for word');
    }
  });

  it('takes a numeric token with each digit', async () => {
    const number = '12345678901234567890123';
    const { send } = transport({ body: `{"access_token":${number}}` });
    const outcome = await run(send, [{ name: 'a', method: 'POST', url: 'https://a.x/' }]);
    expect(outcome).toMatchObject({ tokens: { accessToken: number, members: { access_token: number } } });
  });

  it.each<[string, string, object, object]>([
    ['a plain text answer', 'abc', { type: 'text/plain' }, { accessToken: 'abc', members: null }],
    ['a form answer', 'access_token=f&expires_in=60', {}, { accessToken: 'f', expiresAt: NOW + 60_000 }],
    ['an answer without expiry', '{"access_token":"A"}', {}, { accessToken: 'A', expiresAt: null }],
  ])('reads %s', async (_, body, more, tokens) => {
    const { send } = transport({ body, ...more });
    expect(await run(send, [{ name: 'a', method: 'POST', url: 'https://a.x/' }])).toMatchObject({
      ok: true,
      tokens,
    });
  });

  it.each([
    ['an instant in seconds', NOW / 1000 + 90],
    ['an instant in ISO 8601', JSON.stringify(new Date(NOW + 90_000).toISOString())],
    ['a lifetime as text', '"90"'],
  ])('takes %s at the expiry path', async (_, value) => {
    const { send } = transport({ body: `{"t":"A","e":${value}}` });
    expect(
      await run(send, [{ name: 'a', method: 'POST', url: 'https://a.x/' }], {
        token_path: 't',
        expires_in_path: 'e',
      }),
    ).toMatchObject({ tokens: { expiresAt: NOW + 90_000 } });
  });

  it.each<[string, Parameters<typeof transport>[0], TokenCall[], object]>([
    ['a 500', { status: 500 }, [], { kind: 'transient', code: 'http_500' }],
    [
      'a 401',
      { status: 401, body: '{"password":"SECRET"}' },
      [],
      { kind: 'configuration', code: 'http_401' },
    ],
    ['a 302', { status: 302 }, [], { kind: 'configuration', code: 'http_302' }],
    ['no token', { body: '{"other":"SECRET"}' }, [], { kind: 'configuration', code: 'invalid_answer' }],
    [
      'a template without value',
      {},
      [{ name: 'a', method: 'GET', url: 'https://a.x/{{inputs.none}}' }],
      { kind: 'configuration', code: 'template' },
    ],
    [
      'a template on a prototype',
      {},
      [{ name: 'a', method: 'GET', url: 'https://a.x/{{inputs.constructor}}' }],
      { kind: 'configuration', code: 'template' },
    ],
  ])('stops at %s, without a secret in words or steps', async (_, answer, calls, failure) => {
    const { send } = transport(answer);
    const outcome = await run(
      send,
      calls.length > 0
        ? calls
        : [
            {
              name: 'a',
              method: 'POST',
              url: 'https://a.x/?k={{inputs.key}}',
              headers: { Authorization: 'SECRET' },
              body_type: 'text',
              body: 'SECRET',
            },
          ],
    );
    expect(outcome).toMatchObject({ ok: false, failure });
    expect(JSON.stringify(outcome)).not.toMatch(/SECRET|k&2/);
  });
});

describe('runTokenCalls with XML', () => {
  const login: TokenCall = {
    name: 'login',
    method: 'POST',
    url: 'https://a.x/login',
    body_type: 'xml',
    body: { login: { '@user': '{{inputs.user}}', key: '{{inputs.key}}' } },
  };
  const answer = `<?xml version="1.0"?><soap:Envelope xmlns:soap="urn:s"><soap:Body><result id="7">
    <session>S&amp;1</session><roles><role>a</role><role>b</role></roles><ttl>60</ttl></result></soap:Body></soap:Envelope>`;
  const at = 'soap:Envelope.soap:Body.result';

  it.each(['text/xml; charset=utf-8', 'application/xml', 'application/soap+xml', 'text/plain'])(
    'reads an answer of %s for the next call and for the token',
    async (type) => {
      const { sent, send } = transport({ body: answer, type }, { body: answer, type });
      const use = `{{calls.login.${at}.session}}/{{calls.login.${at}.@id}}/{{calls.login.${at}.roles.role[1]}}`;
      const next: TokenCall = {
        name: 'b',
        method: 'POST',
        url: 'https://a.x/',
        body_type: 'text',
        body: use,
      };
      const paths = { token_path: `${at}.session`, expires_in_path: `${at}.ttl` };
      expect(await run(send, [login, next], paths)).toMatchObject({
        ok: true,
        tokens: { accessToken: 'S&1', expiresAt: NOW + 60_000 },
      });
      expect(sent.map(({ body }) => body)).toEqual([
        '<login user="u&quot;1"><key>k&amp;2</key></login>',
        'S&1/7/b',
      ]);
      expect(sent[0]?.headers['Content-Type']).toBe('application/xml');
    },
  );

  it.each([
    ['broken XML', '<?xml version="1.0"?><a><b>SECRET</a>', 'application/xml'],
    ['a document type', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "SECRET">]><a>&x;</a>', 'text/xml'],
    ['XML without the token', '<?xml version="1.0"?><a><b>SECRET</b></a>', 'application/xml'],
    ['a page', '<html><body>SECRET</body></html>', 'text/html'],
    ['a page without a type', '<!doctype html><p>SECRET', 'text/plain'],
    ['broken JSON', '{"a":"SECRET"', 'application/json'],
  ])('fails at %s, in words, and shows none of it', async (_, body, type) => {
    const { send } = transport({ body, type });
    const outcome = await run(send, [{ name: 'a', method: 'GET', url: 'https://a.x/' }]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'configuration', code: 'invalid_answer' } });
    expect(outcome.steps).toHaveLength(1);
    expect(
      JSON.stringify({
        ...outcome,
        steps: type === 'text/html' || type === 'text/plain' ? [] : outcome.steps,
      }),
    ).not.toContain('SECRET');
  });
});

describe('checkTokenCalls', () => {
  const inputs = new Set(['user']);
  const call = (more: Partial<TokenCall>): TokenCall => ({
    name: 'a',
    method: 'POST',
    url: 'https://a.x/',
    ...more,
  });
  it('accepts a chain whose templates exist', () => {
    expect(
      checkTokenCalls(
        [call({ body: { u: '{{inputs.user}}' } }), call({ name: 'b', url: 'https://a.x/{{calls.a.id}}' })],
        inputs,
      ),
    ).toEqual([]);
  });
  it.each<[string, TokenCall[], string]>([
    ['no call', [], 'token_calls'],
    ['six calls', ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => call({ name })), 'token_calls'],
    ['a bad name', [call({ name: 'a-b' })], 'token_calls[0].name'],
    ['a name twice', [call({}), call({})], 'token_calls[1].name'],
    ['a host from an input', [call({ url: 'https://{{inputs.user}}/' })], 'token_calls[0].url'],
    ['an unknown input', [call({ body: '{{inputs.nobody}}' })], 'token_calls[0]'],
    ['a later call', [call({ body: '{{calls.b.x}}' }), call({ name: 'b' })], 'token_calls[0]'],
    ['its own answer', [call({ body: '{{calls.a.x}}' })], 'token_calls[0]'],
  ])('refuses %s', (_, calls, field) => expect(checkTokenCalls(calls, inputs)[0]?.field).toBe(field));
});
