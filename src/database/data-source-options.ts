// The one set of connection options: the service and the migration command use the same.
import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { exactJsonTypes } from './exact-json.js';
import { migrations } from './migrations/index.js';
import { PulsedPool } from './pulsed-pool.js';
import { SnakeNamingStrategy } from './snake-naming.strategy.js';

const POOL_SIZE = 20;
const CONNECT_TIMEOUT_MS = 2_500;
const STATEMENT_TIMEOUT_MS = 30_000;

/** What connections of a service say of themselves: the key it seals with (`keys rotate` asks for it). */
export const SERVICE_NAME = 'pipewright key ';

/** `keyId`: the id of the first master key of a running service; null for a command. */
export function dataSourceOptions(
  url: string,
  onPoolError: (error: Error) => void,
  keyId: string | null = null,
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    driver: { ...pg, Pool: PulsedPool },
    namingStrategy: new SnakeNamingStrategy(),
    migrations,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'all',
    synchronize: false,
    logging: false,
    poolErrorHandler: (error: unknown) => onPoolError(error as Error),
    applicationName: keyId === null ? 'pipewright' : `${SERVICE_NAME}${keyId}`,
    extra: {
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // A server that has stopped answering cannot time its statements out itself.
      query_timeout: STATEMENT_TIMEOUT_MS + 2_000,
      types: exactJsonTypes,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  };
}
