// What keeps the service from starting, told by the variable that mends it.
import { ConfigurationError, type Environment } from './config/environment.js';

const NO_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'];
const NO_CONNECTION = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** Classes of SQLSTATE: connection exception, invalid authorization, unknown database. */
const REFUSED_BY_POSTGRES = /^(08|28|3D)...$/;

/** A listener of `host` and `port` that cannot be opened. */
export function listenFault(error: unknown, { host, port }: Environment): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return wrong(`PORT ${port} of ${host} is taken by another program (EADDRINUSE): choose another.`);
  if (code === 'EACCES')
    return wrong(`PORT ${port} needs rights that this user does not have: choose another.`);
  return NO_ADDRESS.includes(code) ? wrong(`HOST "${host}" is no address of this machine.`) : error;
}

/** A data folder or a database that cannot be used; any other error as it is. */
export function instanceFault(error: unknown, { dataDir, databaseUrl }: Environment): unknown {
  const { code = '', path = '', message } = error as NodeJS.ErrnoException;
  if (code !== '' && path.startsWith(dataDir))
    return wrong(`DATA_DIR "${dataDir}" cannot be used: ${message}`);
  if (databaseUrl === null || !(NO_CONNECTION.includes(code) || REFUSED_BY_POSTGRES.test(code))) return error;
  const { host, pathname } = new URL(databaseUrl);
  return wrong(`DATABASE_URL: the PostgreSQL at ${host}${pathname} cannot be used: ${message || code}`);
}

const wrong = (problem: string): ConfigurationError => new ConfigurationError([problem]);
