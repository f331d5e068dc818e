// The only reader of process.env: one schema, all problems reported at once.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { config as readDotEnv } from 'dotenv';
import { parseAllowList } from '#outbound';
import { KeyRing } from '../common/crypto/key-ring.js';

export type Role = 'api' | 'worker';

export interface Environment {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  /** null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** null: the same database as everything else. */
  queueUrl: string | null;
  roles: Role[];
  /** null: made in `dataDir` at first start. */
  masterKeys: string | null;
  setupToken: string | null;
  outboundAllow: string;
  outboundProxy: string | null;
  /** PEM text of OUTBOUND_CA_FILE. */
  outboundCa: string | null;
  sampleSystems: boolean;
  sampleShopPort: number;
  sampleErpPort: number;
  corsOrigins: string[];
  /** Number of proxies in front whose X-Forwarded-For is believed. */
  trustProxy: number;
  /** Requests of one access token, session or address; 0: no limit. */
  rateLimitPerSecond: number;
  smtpUrl: string | null;
  metricsToken: string | null;
  logLevel: string;
  isProduction: boolean;
}

export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
const SHORTEST_TOKEN = 16;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads `.env` (values that are set already win) and the environment. */
export function readEnvironment(): Environment {
  readDotEnv({ quiet: true });
  return parseEnvironment(process.env);
}

export function parseEnvironment(env: Record<string, string | undefined>): Environment {
  const problems: string[] = [];
  const text = (name: string): string | null => {
    const value = env[name]?.trim();
    return value ? value : null;
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
    return fallback;
  };
  const url = (name: string, protocols: string[]): string | null => {
    const value = text(name);
    if (value === null) return null;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    problems.push(
      `${name} must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    );
    return null;
  };

  /** What a part of the service says of a value that is its own. */
  const tried = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      problems.push((error as Error).message);
      return null;
    }
  };
  const token = (name: string): string | null => {
    const value = text(name);
    if (value !== null && value.length < SHORTEST_TOKEN)
      problems.push(`${name} must have at least ${SHORTEST_TOKEN} characters.`);
    return value;
  };

  const isProduction = env.NODE_ENV === 'production';
  const port = integer('PORT', 3000, 0, 65535);
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl !== null && /[?#@]/.test(publicUrl))
    problems.push(
      'PUBLIC_URL is an address without user, query and fragment, such as https://pipewright.example.com.',
    );
  const host = text('HOST') ?? '127.0.0.1';
  if (isIP(host) === 0 && !HOST_NAME.test(host))
    problems.push(`HOST must be an address of this machine such as 0.0.0.0 or a host name, not "${host}".`);
  if (isProduction && text('PUBLIC_URL') === null) {
    problems.push(
      'PUBLIC_URL is required when NODE_ENV=production, such as https://pipewright.example.com: it builds redirect URLs and links.',
    );
  }
  const roles = (text('ROLE') ?? 'api,worker').split(',').map((role) => role.trim());
  if (roles.length === 0 || roles.some((role) => role !== 'api' && role !== 'worker')) {
    problems.push('ROLE must be "api", "worker" or "api,worker".');
  }
  const sampleSystems = text('SAMPLE_SYSTEMS') ?? 'off';
  if (sampleSystems !== 'on' && sampleSystems !== 'off')
    problems.push('SAMPLE_SYSTEMS must be "on" or "off".');
  const sampleShopPort = integer('SAMPLE_SHOP_PORT', 4101, 1, 65535);
  const sampleErpPort = integer('SAMPLE_ERP_PORT', 4102, 1, 65535);
  // The sample systems listen on loopback: exactly they are allowed beside what the operator allows.
  const sampleHosts =
    sampleSystems === 'on' ? [`127.0.0.1:${sampleShopPort}`, `127.0.0.1:${sampleErpPort}`] : [];
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  const corsOrigins = (text('CORS_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  for (const origin of corsOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`CORS_ORIGINS: "${origin}" is not an origin such as https://app.example.com.`);
  }
  const masterKeys = text('MASTER_KEYS');
  if (masterKeys !== null) tried(() => KeyRing.parse(masterKeys));
  const outboundAllow = text('OUTBOUND_ALLOW') ?? '';
  tried(() => parseAllowList(outboundAllow));
  const caFile = text('OUTBOUND_CA_FILE');

  const environment: Environment = {
    port,
    host,
    publicUrl: (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: path.resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    queueUrl: url('QUEUE_URL', ['redis:', 'rediss:']),
    roles: roles as Role[],
    masterKeys,
    setupToken: token('SETUP_TOKEN'),
    outboundAllow: [outboundAllow, ...sampleHosts].filter((entry) => entry !== '').join(', '),
    outboundProxy: url('OUTBOUND_PROXY', ['http:', 'https:']),
    outboundCa: caFile === null ? null : tried(() => readCertificates(caFile)),
    sampleSystems: sampleSystems === 'on',
    sampleShopPort,
    sampleErpPort,
    corsOrigins,
    trustProxy: integer('TRUST_PROXY', 0, 0, 10),
    rateLimitPerSecond: integer('RATE_LIMIT_PER_SECOND', 1000, 0, 1_000_000),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    metricsToken: token('METRICS_TOKEN'),
    logLevel,
    isProduction,
  };
  if (problems.length > 0) throw new ConfigurationError(problems);
  return environment;
}

/** The PEM text of a file of certificates. Throws an Error that names OUTBOUND_CA_FILE. */
function readCertificates(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`OUTBOUND_CA_FILE: "${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    if (certificates.length === 0) throw new Error('there is none');
    for (const certificate of certificates) new X509Certificate(certificate);
  } catch {
    throw new Error(`OUTBOUND_CA_FILE: "${file}" is not a file of certificates in PEM.`);
  }
  return pem;
}
