// Waits until a statement of the service waits for a lock that the test holds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './create-test-app.js';

/** `statement`: its beginning, as `ilike` takes it. The test's own transaction may be open. */
export async function untilBlocked(test: TestApp, statement: string): Promise<void> {
  const until = Date.now() + 10_000;
  for (;;) {
    // a transaction sees the statistics as they were when it first asked
    await test.sql('select pg_stat_clear_snapshot()');
    const blocked = await test.sql(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1",
      [`${statement}%`],
    );
    if (blocked.length > 0) return;
    if (Date.now() > until) throw new Error(`nothing waits with "${statement}"`);
    await sleep(20);
  }
}
