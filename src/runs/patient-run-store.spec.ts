import type { RunChange, RunStore } from '#engine';
import { patience } from './patience.js';
import { PatientRunStore } from './patient-run-store.js';

const away = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** Fails so many times before each call succeeds. */
function faulty(failures: number, error = away()): { store: RunStore; calls: string[] } {
  const calls: string[] = [];
  let left = failures;
  const act = async <T>(name: string, result: T): Promise<T> => {
    calls.push(name);
    if (left-- > 0) throw error;
    return result;
  };
  const store = {
    progress: () => act('progress', {}),
    cursor: () => act('cursor', { cursor: '7', version: 3 }),
    stage: () => act('stage', []),
    ledger: () => act('ledger', []),
    commit: () => act('commit', undefined),
  } as unknown as RunStore;
  return { store, calls };
}

const change = (cursor?: { handler_id: string; cursor: string }): RunChange => ({
  ledger: [],
  lines: [],
  resolved: [],
  counts: { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0, handlers: {} },
  page: {
    page: 0,
    next: null,
    phase: 'records',
    base: { read: 0, mapped: 0, delivered: 0, skipped: 0, failed: 0, handlers: {} },
    warnings: [],
    ...(cursor && { cursor }),
  },
});

describe('a run’s store while the database is away', () => {
  it('does again what failed for want of a connection', async () => {
    const { store, calls } = faulty(2);
    const patient = new PatientRunStore(
      store,
      patience(() => true),
    );
    await expect(patient.ledger(['a'], ['1'])).resolves.toEqual([]);
    expect(calls).toEqual(['ledger', 'ledger', 'ledger']);
  });

  it('commits a page again as it was', async () => {
    const { store, calls } = faulty(1);
    await new PatientRunStore(
      store,
      patience(() => true),
    ).commit(change({ handler_id: 'orders', cursor: '9' }));
    expect(calls).toEqual(['commit', 'commit']);
  });

  it('does again what PostgreSQL ended in favour of another transaction', async () => {
    const { store, calls } = faulty(1, Object.assign(new Error('deadlock detected'), { code: '40P01' }));
    await new PatientRunStore(
      store,
      patience(() => true),
    ).commit(change());
    expect(calls).toEqual(['commit', 'commit']);
  });

  it('gives up when the lease is nearly over, and at once for any other error', async () => {
    const gone = faulty(5);
    await expect(
      new PatientRunStore(
        gone.store,
        patience(() => false),
      ).commit(change()),
    ).rejects.toThrow('ECONNREFUSED');
    expect(gone.calls).toEqual(['commit']);
    const other = faulty(5, new Error('LEASE_LOST'));
    await expect(
      new PatientRunStore(
        other.store,
        patience(() => true),
      ).stage({} as never, [], []),
    ).rejects.toThrow('LEASE_LOST');
    expect(other.calls).toEqual(['stage']);
  });
});
