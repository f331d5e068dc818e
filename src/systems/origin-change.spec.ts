import { isMoved } from './origin-change.js';
import type { System } from './system.entity.js';

type Addresses = Pick<System, 'authentication' | 'authenticationType' | 'baseUrl'>;

const oauth = (members: object = {}, baseUrl = 'https://shop.example/api'): Addresses => ({
  baseUrl,
  authenticationType: 'oauth2',
  authentication: {
    token_url: 'https://auth.example/token',
    revocation_url: null,
    ...members,
  } as unknown as Addresses['authentication'],
});
const chain = (...calls: [name: string, url: string][]): Addresses => ({
  baseUrl: 'https://shop.example',
  authenticationType: 'dynamic_token',
  authentication: {
    token_calls: calls.map(([name, url]) => ({ name, url })),
  } as unknown as Addresses['authentication'],
});

describe('a system that moves', () => {
  it.each<[string, Addresses, Addresses]>([
    ['the API to a host that only the tokens knew', oauth(), oauth({}, 'https://auth.example/api')],
    [
      'the tokens to a host that only the API knew',
      oauth(),
      oauth({ token_url: 'https://shop.example/token' }),
    ],
    [
      'the two change places',
      oauth({ token_url: 'https://b.example/t' }, 'https://a.example'),
      oauth({ token_url: 'https://a.example/t' }, 'https://b.example'),
    ],
    ['another port', oauth(), oauth({}, 'https://shop.example:8443/api')],
    ['another scheme', oauth(), oauth({}, 'http://shop.example/api')],
    [
      'a first revocation where only the API was',
      oauth(),
      oauth({ revocation_url: 'https://shop.example/r' }),
    ],
    [
      'another revocation',
      oauth({ revocation_url: 'https://revoke.example/r' }),
      oauth({ revocation_url: 'https://shop.example/r' }),
    ],
    [
      'another type with a host that is wholly new',
      oauth({}, 'https://shop.example'),
      chain(['a', 'https://new.example/']),
    ],
    ['a call to another host', chain(['a', 'https://a.example/1']), chain(['a', 'https://b.example/1'])],
    [
      'a call to the host of another call',
      chain(['a', 'https://a.example/1'], ['b', 'https://b.example/1']),
      chain(['a', 'https://b.example/1'], ['b', 'https://b.example/1']),
    ],
    [
      'a new call to one of two hosts',
      chain(['a', 'https://a.example/1'], ['b', 'https://b.example/1']),
      chain(['a', 'https://a.example/1'], ['b', 'https://b.example/1'], ['c', 'https://b.example/2']),
    ],
    [
      'a new call to the API',
      chain(['a', 'https://a.example/1']),
      chain(['a', 'https://a.example/1'], ['b', 'https://shop.example/']),
    ],
  ])('%s', (_, before, after) => expect(isMoved(before, after)).toBe(true));

  it.each<[string, Addresses, Addresses]>([
    [
      'another type among the hosts that are known',
      oauth({}, 'https://shop.example'),
      chain(['a', 'https://auth.example/'], ['b', 'https://shop.example/']),
    ],
    [
      'other paths',
      oauth(),
      oauth({ token_url: 'https://auth.example/v2/token' }, 'https://shop.example/v2'),
    ],
    ['the default port spelled out', oauth(), oauth({}, 'https://SHOP.example:443/api')],
    ['a first revocation at the token host', oauth(), oauth({ revocation_url: 'https://auth.example/r' })],
    ['no revocation any more', oauth({ revocation_url: 'https://revoke.example/r' }), oauth()],
    [
      'a call less, another name and path at the one host of all calls',
      chain(['a', 'https://a.example/1'], ['b', 'https://a.example/2']),
      chain(['login', 'https://a.example/3']),
    ],
    [
      'a placeholder that stays',
      oauth({}, 'https://{{inputs.shop}}/api'),
      oauth({}, 'https://{{inputs.shop}}/api'),
    ],
  ])('stays: %s', (_, before, after) => expect(isMoved(before, after)).toBe(false));
});
