// What must hold of every run, whatever its source repeats, its destination does and its workers suffer.
import { keyOf, playOut, type Story } from './testing/random-run.js';

const RUNS = 600;
const FIRST = 1;
const SEEDS = Array.from({ length: RUNS }, (_, index) => index + FIRST);

const of = (key: string, names: readonly string[]): string[] => names.filter((name) => keyOf(name) === key);

/** Whether `part` can be had from `whole` by leaving some out. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const name of whole) if (name === part[at]) at += 1;
  return at === part.length;
}

function faultsOf(story: Story): string[] {
  const { seed, onUnknown, records, effects, writtenBack, readsAgain, openErrors, result } = story;
  const faults: string[] = [];
  if (!('counts' in result)) return [`seed ${seed} has not ended: ${result.state}`];
  const { read, delivered, skipped, failed } = result.counts;
  if (result.state === 'failed' && result.error?.code !== 'ALL_RECORDS_FAILED')
    faults.push(`ended as ${result.error?.code}: ${result.error?.message}`);
  if (readsAgain ? read < records.length : read !== records.length)
    faults.push(`read ${read} of ${records.length}`);
  if (delivered + skipped + failed !== read) faults.push(`${delivered} + ${skipped} + ${failed} of ${read}`);
  const unfound = result.warnings.filter(({ code }) => code === 'KEYS_NOT_FOUND');
  if (unfound.length !== Math.min(1, story.unfound.length))
    faults.push(`tells of keys ${unfound.length} times`);
  for (const key of new Set(records.map(keyOf))) {
    const [wanted, came] = [of(key, records), of(key, effects)];
    const isRight = readsAgain ? came.every((name) => wanted.includes(name)) : isWithin(came, wanted);
    if (!isRight) faults.push(`sent twice or out of order: ${came.join()} of ${wanted.join()}`);
    const isOpen = openErrors.has(`erp ${key}`);
    if (came.at(-1) !== wanted.at(-1) && !isOpen) faults.push(`${wanted.at(-1)} is lost without a word`);
    const back = writtenBack && of(key, writtenBack).at(-1);
    if (writtenBack && back !== wanted.at(-1) && !isOpen && !openErrors.has(`back ${key}`))
      faults.push(`${wanted.at(-1)} was not written back but ${back}`);
  }
  const strange = effects.filter((name) => !records.includes(name));
  if (strange.length > 0) faults.push(`took ${strange.join()}, which it was not to take`);
  return faults.map((fault) => `seed ${seed} (${onUnknown}): ${fault}`);
}

it('every record of a run takes effect once and in order, or is an open error, whatever happens', async () => {
  const faults: string[] = [];
  for (const seed of SEEDS) faults.push(...faultsOf(await playOut(seed)));
  expect(faults).toEqual([]);
});
