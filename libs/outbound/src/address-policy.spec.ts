import type { LookupAddress } from 'node:dns';
import { AddressPolicy } from './address-policy.js';
import { AllowListError, parseAllowList } from './allow-list.js';
import { OutboundError } from './outbound-error.js';

const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'localtest.example': ['127.0.0.1'],
  'mixed.example': ['93.184.216.34', '10.0.0.5'],
  'mapped.example': ['::ffff:192.168.0.1'],
  'meta.example': ['169.254.169.254'],
  'erp.internal': ['10.20.30.40'],
  'empty.example': [],
};
const resolve = async (name: string): Promise<LookupAddress[]> => {
  const found = names[name];
  if (!found) throw Object.assign(new Error('nope'), { code: 'ENOTFOUND' });
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const codeOf = async (policy: AddressPolicy, url: string) =>
  policy.checkUrl(url).then(
    () => 'ok',
    (error: unknown) => (error instanceof OutboundError ? error.code : String(error)),
  );

const BAD = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://⑫7.0.0.1/',
  'http://%31%32%37.0.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::127.0.0.1]/',
  'http://[::8.8.8.8]/',
  'http://[::a00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[2001:db8::1]/',
  'http://10.0.0.1/',
  'http://10.255.255.255:8080/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://169.254.1.1/',
  'http://168.63.129.16/',
  'http://[::ffff:168.63.129.16]/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'https://localtest.example/',
  'https://LOCALTEST.example/',
  'https://mixed.example/',
  'https://mapped.example/',
  'https://meta.example/',
  'https://erp.internal:8443/',
];

describe('AddressPolicy', () => {
  const closed = new AddressPolicy('', resolve);

  it.each(BAD)('refuses %s when nothing is listed', async (url) => {
    expect(await codeOf(closed, url)).toBe('BLOCKED_ADDRESS');
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://x/',
    '/relative',
    '',
    'http://',
    'https://user:pw@example.com/',
    'https://user@example.com/',
  ])('refuses the form of "%s"', async (url) => expect(await codeOf(closed, url)).toBe('INVALID_URL'));

  it.each([
    'https://public.example/',
    'http://93.184.216.34/',
    'https://[2606:4700::1111]/',
    'http://[::ffff:8.8.8.8]/',
    'https://not-yet-known.example/',
  ])('lets %s be saved', async (url) => expect(await codeOf(closed, url)).toBe('ok'));

  it.each([
    ['10.20.0.0/16:443', 'https://10.20.3.4/', 'ok'],
    ['10.20.0.0/16:443', 'http://10.20.3.4/', 'BLOCKED_ADDRESS'],
    ['10.20.0.0/16:443', 'https://10.21.0.1/', 'BLOCKED_ADDRESS'],
    ['127.0.0.1:4010', 'http://127.0.0.1:4010/', 'ok'],
    ['127.0.0.1:4010', 'http://127.1:4010/', 'ok'],
    ['127.0.0.1:4010', 'http://[::ffff:127.0.0.1]:4010/', 'ok'],
    ['127.0.0.1:4010', 'http://127.0.0.1:4011/', 'BLOCKED_ADDRESS'],
    ['127.0.0.1:4010', 'http://localtest.example:4010/', 'ok'],
    ['127.0.0.1', 'http://127.0.0.1:1/', 'ok'],
    ['[::1]:8080', 'http://[::1]:8080/', 'ok'],
    ['[fd00::/8]:443', 'https://[fd12::1]/', 'ok'],
    ['fd00::/8', 'https://[fd12::1]:99/', 'ok'],
    ['erp.internal:8443', 'https://erp.internal:8443/', 'ok'],
    ['ERP.internal.:8443', 'https://Erp.Internal:8443/', 'ok'],
    ['erp.internal:8443', 'https://erp.internal/', 'BLOCKED_ADDRESS'],
    ['erp.internal:8443', 'https://10.20.30.40:8443/', 'BLOCKED_ADDRESS'],
    ['erp.internal:8443, 10.20.0.0/16:443, 127.0.0.1:4010', 'http://127.0.0.1:4010/', 'ok'],
    ['meta.example', 'https://meta.example/', 'BLOCKED_ADDRESS'],
    ['169.254.169.254', 'https://meta.example/', 'ok'],
  ])('with "%s" listed, %s is %s', async (allow, url, expected) => {
    expect(await codeOf(new AddressPolicy(allow, resolve), url)).toBe(expected);
  });

  it('names the host and the setting, never the resolved address', async () => {
    await expect(closed.checkUrl('https://erp.internal:8443/secret?q=1')).rejects.toThrow(
      'erp.internal:8443 is or leads to a private or reserved address, which calls may not reach. If it is meant, add erp.internal:8443 to OUTBOUND_ALLOW.',
    );
  });

  it('judges a name anew at each resolution', async () => {
    const answers = ['93.184.216.34', '127.0.0.1'];
    const policy = new AddressPolicy('', async () => [{ address: answers.shift() ?? '', family: 4 }]);
    await expect(policy.resolveChecked('rebind.example', 80)).resolves.toHaveLength(1);
    await expect(policy.resolveChecked('rebind.example', 80)).rejects.toMatchObject({
      code: 'BLOCKED_ADDRESS',
    });
  });

  it('says which hosts the operator listed', () => {
    const policy = new AddressPolicy('erp.internal:8443, 127.0.0.1:4010', resolve);
    expect(policy.isListed(new URL('http://erp.internal:8443/x'))).toBe(true);
    expect(policy.isListed(new URL('http://127.0.0.1:4010/x'))).toBe(true);
    expect(policy.isListed(new URL('http://127.0.0.1:4011/x'))).toBe(false);
    expect(policy.isListed(new URL('http://public.example/x'))).toBe(false);
  });
});

describe('parseAllowList', () => {
  it.each([
    '10.0.0.0/33',
    '10.0.0.0/8:0',
    'host:70000',
    'host:',
    'a b:c',
    'http://x',
    '[::1',
    '999.1.1.1',
    '10',
    '10.0.0.0/8:443:1',
    '*.internal',
    '-x',
  ])('refuses "%s"', (text) => expect(() => parseAllowList(text)).toThrow(AllowListError));

  it('reads an empty list and any mix of commas and white space', () => {
    expect(parseAllowList(' ,\n')).toEqual({ ranges: [], names: [] });
    expect(parseAllowList('a.b:1,c\n10.0.0.1').names).toEqual([
      { name: 'a.b', port: 1 },
      { name: 'c', port: null },
    ]);
  });
});
