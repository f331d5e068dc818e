import { readPlacement, type PlacementMembers } from './settings.js';
import { parseTokenAnswer } from './token-answer.js';
import { formatProblem, placeToken, previewRequest, TokenFormatError } from './token-format.js';
import type { TokenSet } from './token-set.js';

const tokens = (members: TokenSet['members'], accessToken = 'tok'): TokenSet => ({
  accessToken,
  refreshToken: null,
  obtainedAt: 0,
  expiresAt: null,
  tokenType: 'bearer',
  scope: null,
  members,
});
const call: { method: string; url: string; headers: Record<string, string | string[]> } = {
  method: 'GET',
  url: 'https://api.x/items?q=a%20b',
  headers: { Accept: 'application/json', authorization: 'old' },
};
const place = (
  members: PlacementMembers,
  set = tokens({ access_token: 'tok' }),
  tokenPath: string | null = null,
) => placeToken(call, set, { placement: readPlacement(members), tokenPath });

const parsed = (body: string, tokenPath: string | null = null): TokenSet => {
  const reading = { tokenPath, tokenAnswer: 'auto', expiresInUnit: 's', defaultExpiresIn: null } as const;
  const answer = { status: 200, contentType: 'application/json', body: Buffer.from(body) };
  const read = parseTokenAnswer(answer, { ...reading, sentAt: 0, now: 0 });
  if (!read.ok) throw new Error(read.failure.message);
  return read.tokens;
};

describe('Authorization Format', () => {
  it.each<[string, string | null, TokenSet, string]>([
    ['the token alone (O-41)', 'DYNAMIC_TOKEN', tokens({ access_token: 'tok' }), 'tok'],
    [
      'the word Bearer, a space, the token',
      'Bearer DYNAMIC_TOKEN',
      tokens({ access_token: 'tok' }),
      'Bearer tok',
    ],
    [
      'the member access_token',
      'Bearer DYNAMIC_TOKEN[access_token]',
      tokens({ access_token: 'tok' }),
      'Bearer tok',
    ],
    [
      'absent: Bearer and the member, whatever the case of token_type (O-40)',
      null,
      tokens({ access_token: 'tok', token_type: 'bearer' }),
      'Bearer tok',
    ],
    [
      'another member',
      'Session DYNAMIC_TOKEN[session_id]',
      tokens({ access_token: 'tok', session_id: 's1' }),
      'Session s1',
    ],
    ['a nested member', 'DYNAMIC_TOKEN[data][key]', tokens({ data: { key: 'n' } }), 'n'],
    [
      'any literal around',
      'Token token="DYNAMIC_TOKEN", v=1',
      tokens({ access_token: 'tok' }),
      'Token token="tok", v=1',
    ],
    ['a token with $ signs', 'Bearer DYNAMIC_TOKEN', tokens(null, "a$&b$1$'"), "Bearer a$&b$1$'"],
    [
      'a token that holds the placeholder',
      'Bearer DYNAMIC_TOKEN',
      tokens(null, 'DYNAMIC_TOKEN'),
      'Bearer DYNAMIC_TOKEN',
    ],
    [
      'a plain text answer with the prefilled format',
      'Bearer DYNAMIC_TOKEN[access_token]',
      tokens(null, 'plain'),
      'Bearer plain',
    ],
    ['a number', 'DYNAMIC_TOKEN[n]', tokens({ n: 42 }), '42'],
    ['a fraction', 'DYNAMIC_TOKEN[n]', tokens({ n: 3.5 }), '3.5'],
  ])('%s', (_, format, set, expected) => {
    expect(place({ authorization_format: format }, set).headers.Authorization).toBe(expected);
  });

  it.each(['12345678901234567890123', '3.5', '9007199254740993', '7'])(
    'places the number %s as it came, and keeps each digit of its refresh token',
    (number) => {
      const body = `{"access_token":${number},"refresh_token":${number}1234567890123456789,
        "note":"say \\"12345678901234567890123\\"","data":{"access_token":${number},"refresh_token":${number}}}`;
      const set = parsed(body);
      expect(set).toMatchObject({ accessToken: number, refreshToken: `${number}1234567890123456789` });
      expect(set.members?.note).toBe('say "12345678901234567890123"');
      const placed = (authorization_format: string | null) =>
        place({ authorization_format }, set).headers.Authorization;
      expect([placed(null), placed('DYNAMIC_TOKEN'), placed('DYNAMIC_TOKEN[data][access_token]')]).toEqual([
        `Bearer ${number}`,
        number,
        number,
      ]);
      expect(parsed(body, 'data.access_token')).toMatchObject({
        accessToken: number,
        refreshToken: number,
      });
    },
  );

  it('means the token at the token path when the prefilled format is left as it is', () => {
    const set = tokens({ access_token: 'bot', authed_user: { access_token: 'user' } }, 'user');
    expect(place({}, set, 'authed_user.access_token').headers.Authorization).toBe('Bearer user');
  });

  it.each([
    [{}],
    [{ m: null }],
    [{ m: {} }],
    [{ m: ['x'] }],
    [{ m: '' }],
    [{ m: true }],
    [{ m: 'a\r\nb' }],
    [null],
  ])('refuses a member that is missing or not text: %j', (members) => {
    expect(() => place({ authorization_format: 'Bearer DYNAMIC_TOKEN[m]' }, tokens(members))).toThrow(
      TokenFormatError,
    );
    expect(() => place({ authorization_format: 'Bearer DYNAMIC_TOKEN[m]' }, tokens(members))).toThrow(
      /member m/,
    );
  });

  it('never reads a prototype', () => {
    expect(() => place({ authorization_format: 'DYNAMIC_TOKEN[constructor][name]' })).toThrow(
      'no member constructor.name',
    );
  });

  it.each([
    'Bearer',
    '',
    'DYNAMIC_TOKEN DYNAMIC_TOKEN',
    'DYNAMIC_TOKEN[a]DYNAMIC_TOKEN[b]',
    'DYNAMIC_TOKEN[',
    'DYNAMIC_TOKEN[]',
    'x\r\nDYNAMIC_TOKEN',
    '☃ DYNAMIC_TOKEN',
  ])('refuses the format "%s"', (format) => expect(formatProblem(format)).not.toBeNull());
  it.each([
    'DYNAMIC_TOKEN',
    'Bearer DYNAMIC_TOKEN',
    'Bearer DYNAMIC_TOKEN[access_token]',
    'DYNAMIC_TOKEN[a][b]',
    'x DYNAMIC_TOKEN y',
  ])('accepts the format "%s"', (format) => expect(formatProblem(format)).toBeNull());
});

describe('the place of the token', () => {
  it('replaces a header of that name in any case and keeps the others', () => {
    expect(place({}).headers).toEqual({ Accept: 'application/json', Authorization: 'Bearer tok' });
    expect(place({ authorization_header: 'X-Token', authorization_format: 'DYNAMIC_TOKEN' }).headers).toEqual(
      { ...call.headers, 'X-Token': 'tok' },
    );
  });

  it('puts the token in the URL without the scheme word, and leaves the other parameters byte for byte', () => {
    expect(place({ add_authorization_data_to: 'request_url' })).toMatchObject({
      url: 'https://api.x/items?q=a%20b&access_token=tok',
      headers: call.headers,
    });
    expect(
      place(
        {
          add_authorization_data_to: 'request_url',
          authorization_query_parameter: 'api key',
          authorization_format: 'DYNAMIC_TOKEN',
        },
        tokens(null, 'a+/=&b'),
      ).url,
    ).toBe('https://api.x/items?q=a%20b&api%20key=a%2B%2F%3D%26b');
  });

  it('replaces a parameter of that name', () => {
    const request = { url: 'https://api.x/i?access_token=old&b=1', headers: {} };
    expect(
      placeToken(request, tokens(null), {
        placement: readPlacement({ add_authorization_data_to: 'request_url' }),
        tokenPath: null,
      }).url,
    ).toBe('https://api.x/i?b=1&access_token=tok');
  });

  it('shows a preview with the token masked', () => {
    expect(
      previewRequest(call, readPlacement({ authorization_format: 'Bearer DYNAMIC_TOKEN[access_token]' }))
        .headers.Authorization,
    ).toBe('Bearer ••••••••');
    expect(previewRequest(call, readPlacement({ add_authorization_data_to: 'request_url' })).url).toBe(
      'https://api.x/items?q=a%20b&access_token=••••••••',
    );
  });
});
