/**
 * What the service is measured against: a Fastify route with nothing around it that reads or inserts one row through
 * `pg`. A process of its own, as the service is. Prints its
 * address.
 */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { Pool } from 'pg';

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
  await pool.query(
    'create table if not exists bare_projects (id uuid primary key, name text not null, created_at timestamptz not null default now())',
  );
  const app = fastify();
  app.get<{ Params: { id: string } }>('/projects/:id', async (request) => {
    const { rows } = await pool.query('select id, name, created_at from bare_projects where id = $1', [
      request.params.id,
    ]);
    return rows[0] as unknown;
  });
  app.post<{ Body: { name: string } }>('/projects', async (request) => {
    const id = randomUUID();
    await pool.query('insert into bare_projects (id, name) values ($1, $2)', [id, request.body.name]);
    return { id };
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  process.on('SIGTERM', () => process.exit(0));
  console.log(address);
}

void main();
