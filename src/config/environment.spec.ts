import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigurationError, parseEnvironment } from './environment.js';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    parseEnvironment(env);
    return [];
  } catch (error) {
    return (error as ConfigurationError).problems;
  }
};

describe('the environment', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pipewright-environment-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is told with all its problems at once, each with the name of its variable', () => {
    const notPem = join(folder, 'not-pem');
    writeFileSync(notPem, 'machine-name\n');
    const wrong = {
      PORT: '70000',
      HOST: 'not a host',
      PUBLIC_URL: 'https://example.com/?a=1',
      DATABASE_URL: 'mysql://x',
      QUEUE_URL: 'x',
      ROLE: 'all',
      MASTER_KEYS: 'k1:short',
      SETUP_TOKEN: 'x',
      METRICS_TOKEN: 'x',
      OUTBOUND_ALLOW: '10.0.0.0/99',
      OUTBOUND_PROXY: 'socks://x',
      OUTBOUND_CA_FILE: notPem,
      SAMPLE_SYSTEMS: 'yes',
      CORS_ORIGINS: 'example.com',
      TRUST_PROXY: '-1',
      RATE_LIMIT_PER_SECOND: 'many',
      SMTP_URL: 'http://x',
      LOG_LEVEL: 'loud',
    };
    const problems = problemsOf(wrong);
    for (const name of Object.keys(wrong))
      expect({ name, told: problems.filter((problem) => problem.startsWith(name)).length }).toEqual({
        name,
        told: 1,
      });
    expect(problems).toHaveLength(Object.keys(wrong).length);
  });

  it('names the file of certificates that cannot be read, and never a key', () => {
    expect(problemsOf({ OUTBOUND_CA_FILE: join(folder, 'gone') })).toEqual([
      `OUTBOUND_CA_FILE: "${join(folder, 'gone')}" cannot be read (ENOENT).`,
    ]);
    expect(problemsOf({ MASTER_KEYS: 'k1:c2VjcmV0LWtleQ==' })).toEqual([
      'MASTER_KEYS: key "k1" must be 32 bytes in base64.',
    ]);
  });

  it('needs nothing to be set, and takes addresses and names to listen on', () => {
    expect(parseEnvironment({})).toMatchObject({ port: 3000, host: '127.0.0.1', outboundAllow: '' });
    for (const HOST of ['0.0.0.0', '::', '::1', 'localhost', 'my-host.example.com'])
      expect(problemsOf({ HOST })).toEqual([]);
    expect(problemsOf({ PUBLIC_URL: 'https://example.com/pipewright/' })).toEqual([]);
  });
});
