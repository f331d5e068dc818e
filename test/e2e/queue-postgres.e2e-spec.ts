/** The queue on PostgreSQL: what every queue promises, and what a lost LISTEN may cost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { promisesOfTheQueue } from '../support/queue-promises.js';

jest.setTimeout(120_000);

describe('the queue on PostgreSQL', () => {
  promisesOfTheQueue(
    async () => ({}),
    (scene) => {
      it('starts a run at once when its ears were cut, and hears again soon', async () => {
        const { test, aPipe, startDelay } = scene();
        const listeners = async (): Promise<number[]> => {
          const rows = await test.sql<{ pid: number }>(
            "select pid from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and query ilike '%listen bullmq_jobs%'",
          );
          return rows.map(({ pid }) => pid);
        };
        const pipe = await aPipe();
        const before = await listeners();
        expect(before.length).toBeGreaterThanOrEqual(4);
        await test.sql('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [before]);
        const cutAt = Date.now();
        expect(await startDelay(pipe)).toBeLessThan(5_000);
        while ((await listeners()).length < before.length && Date.now() - cutAt < 20_000) await sleep(50);
        expect(Date.now() - cutAt).toBeLessThan(20_000);
        expect(await startDelay(pipe)).toBeLessThan(5_000);
      });

      it('goes on when all its connections were cut under a run', async () => {
        const { test, aPipe, startDelay } = scene();
        const pipe = await aPipe();
        await test.sql(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        expect(await startDelay(pipe)).toBeLessThan(20_000);
      });
    },
  );
});
