// What must hold of every run, whatever its source repeats, its destination does and its workers suffer.
import { keyOf, playOut, type Story } from './testing/random-run.js';

const RUNS = 400;
const SEEDS = Array.from({ length: RUNS }, (_, index) => index + 1);

const of = (key: string, names: readonly string[]): string[] => names.filter((name) => keyOf(name) === key);

/** Whether `part` can be had from `whole` by leaving some out. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const name of whole) if (name === part[at]) at += 1;
  return at === part.length;
}

function faultsOf({ seed, onUnknown, records, effects, openErrors, result }: Story): string[] {
  const faults: string[] = [];
  if (!('counts' in result)) return [`seed ${seed} has not ended: ${result.state}`];
  const { read, delivered, skipped, failed } = result.counts;
  if (read !== records.length) faults.push(`read ${read} of ${records.length}`);
  if (delivered + skipped + failed !== read) faults.push(`${delivered} + ${skipped} + ${failed} of ${read}`);
  for (const key of new Set(records.map(keyOf))) {
    const [wanted, came] = [of(key, records), of(key, effects)];
    if (!isWithin(came, wanted))
      faults.push(`sent twice or out of order: ${came.join()} of ${wanted.join()}`);
    if (came.at(-1) !== wanted.at(-1) && !openErrors.has(`erp ${key}`))
      faults.push(`${wanted.at(-1)} is lost without a word`);
  }
  return faults.map((fault) => `seed ${seed} (${onUnknown}): ${fault}`);
}

it('every record of a run takes effect once and in order, or is an open error, whatever happens', async () => {
  const faults: string[] = [];
  for (const seed of SEEDS) faults.push(...faultsOf(await playOut(seed)));
  expect(faults).toEqual([]);
});
