/** The queue on Redis: what every queue promises, and that nothing is lost with a Redis that is lost. */
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisesOfTheQueue } from '../support/queue-promises.js';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.js';
import { startRun, waitForRun } from '../support/runs.js';

jest.setTimeout(120_000);

if (hasRedis()) describe('the queue on Redis', withRedis);
else if (process.env.CI) {
  it('is tested on Redis in CI', () => {
    throw new Error('There is no redis-server: apt-get install redis-server.');
  });
} else {
  process.stderr.write(
    '\n*** NO redis-server FOUND: the queue is tested on PostgreSQL only (apt-get install redis-server). ***\n\n',
  );
  it.todo('needs a redis-server');
}

function withRedis(): void {
  let redis: TestRedis | null = null;
  afterAll(() => redis?.stop());

  promisesOfTheQueue(
    async () => {
      redis = await startRedis();
      return { QUEUE_URL: redis.url };
    },
    (scene) => {
      it('starts what was in line when Redis has forgotten everything', async () => {
        const { test, aPipe, holdWrites } = scene();
        const pipe = await aPipe();
        const letGo = holdWrites();
        const ids = [await startRun(test, pipe), await startRun(test, pipe)];
        await waitForRun(test, pipe, ids[0] ?? '', ['running']);
        const client = new Redis(redis?.url ?? '');
        await client.flushall();
        await client.quit();
        letGo();
        for (const id of ids)
          expect(await waitForRun(test, pipe, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
        await test.sql('delete from runs where id = any($1)', [ids]);
      });

      it('starts and ends runs while Redis is down, and again quickly when it is back', async () => {
        const { aPipe, startDelay } = scene();
        const pipe = await aPipe();
        await redis?.crash();
        expect(await startDelay(pipe)).toBeLessThan(15_000);
        await redis?.restart();
        await sleep(3_000);
        expect(await startDelay(pipe)).toBeLessThan(10_000);
      });
    },
  );
}
