// The pool under TypeORM, for the few places where named statements and speed matter.
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

export function pgPool(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
