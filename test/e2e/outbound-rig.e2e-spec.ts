// The ways out once more, in a network of their own where every refused address exists and something listens behind it:
// nobody may knock. Linux only, and only for a user who may make a network namespace; elsewhere it says that it can't.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const ADDRESSES = [
  ...['10.0.0.1', '10.20.30.40', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...['168.63.129.16', '192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.1'],
].map((address) => `${address}/32`);
const ADDRESSES_6 = [
  ...[
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    '2001:db8::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
  ],
].map((address) => `${address}/128`);

const SET_UP = [
  'ip link set lo up',
  ...ADDRESSES.map((address) => `ip addr add ${address} dev lo`),
  ...ADDRESSES_6.map((address) => `ip -6 addr add ${address} dev lo nodad`),
].join(' && ');

const isPossible =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-n', 'sh', '-c', SET_UP]).status === 0;

describe('in a network of its own', () => {
  it('no way out reaches a refused address', async () => {
    if (!isPossible) {
      process.stderr.write(
        '\nNOT PROVEN HERE: this user may not make a network namespace; only loopback was listened on (outbound-paths).\n',
      );
      return;
    }
    const jest = resolve('node_modules', 'jest', 'bin', 'jest.js');
    const words = [
      process.execPath,
      jest,
      '--selectProjects',
      'e2e',
      '--testPathPatterns',
      'e2e/outbound-paths',
    ]
      .map((word) => `'${word}'`)
      .join(' ');
    const {
      PIPEWRIGHT_TEST_DATABASE_URL: _url,
      PIPEWRIGHT_TEST_TEMPLATE: _template,
      JEST_WORKER_ID: _id,
      ...env
    } = process.env;
    const child = spawn(
      'unshare',
      ['-n', 'sh', '-c', `${SET_UP} && exec ${words} --maxWorkers=1 --forceExit`],
      {
        env: { ...env, OUTBOUND_RIG: '1', FORCE_COLOR: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code === 0 ? '' : output).toBe('');
    expect(output).toMatch(/Tests: +\d+ passed, \d+ total/);
  }, 240_000);
});
