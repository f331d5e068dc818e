import { checkTokenCalls, type CallTransport, runTokenCalls, type TokenCall } from './dynamic-token.js';

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
) => runTokenCalls(send, { token_calls, ...more }, inputs, () => NOW);

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
