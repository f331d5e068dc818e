// Precision, recall and F1 of the proposed links on pairs of API samples with their right links.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldTree, suggestLinks, type Suggestion } from '#mapping';

interface Pair {
  name: string;
  source_sample: unknown;
  destination_sample: unknown;
  links: [string, string][];
  alternatives?: [string, string][];
}

interface Tally {
  right: number;
  proposed: number;
  wanted: number;
}

const pairs = JSON.parse(readFileSync(join('bench', 'suggest', 'pairs.json'), 'utf8')) as Pair[];

const suggest = (pair: Pair) =>
  suggestLinks(fieldTree({ '': [pair.source_sample] }), fieldTree({ '': [pair.destination_sample] }));

const open = (path: string) => path.replace(/\[[0-9]+\]/g, '[]');
const keyOf = ([from, to]: readonly [string, string]) => `${open(from)} > ${open(to)}`;

/** Alternatives are neither right nor wrong unless the listed link is missing: then they count as right. */
function tally(
  pair: Pair,
  suggestions: readonly Suggestion[],
): Tally & { wrong: string[]; missed: string[] } {
  const wanted = new Set(pair.links.map(keyOf));
  const alternatives = new Set((pair.alternatives ?? []).map(keyOf));
  const proposed = suggestions.flatMap((item) => item.from.map((from) => keyOf([from, item.to])));
  const right = proposed.filter((key) => wanted.has(key));
  const instead = proposed.filter((key) => alternatives.has(key));
  const destination = (key: string) => key.split(' > ')[1];
  const covered = new Set([...right, ...instead].map(destination));
  const wrong = proposed.filter((key) => !wanted.has(key) && !alternatives.has(key));
  return {
    right: right.length + instead.length,
    proposed: proposed.length,
    wanted: wanted.size,
    wrong,
    missed: [...wanted].filter((key) => !right.includes(key) && !covered.has(destination(key))),
  };
}

function sum(parts: readonly Tally[]): Tally {
  const add = (name: keyof Tally) => parts.reduce((total, part) => total + part[name], 0);
  return { right: add('right'), proposed: add('proposed'), wanted: add('wanted') };
}

function rates({ right, proposed, wanted }: Tally) {
  const precision = proposed === 0 ? 1 : right / proposed;
  const recall = Math.min(1, right / wanted);
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

const shown = (value: number) => value.toFixed(3);

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, shuffled(item)]),
  );
}

function speed(): number {
  const sample = (prefix: string) =>
    Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `${prefix}${['Order', 'Customer', 'Ship', 'Bill', 'Item'][index % 5]}${['Name', 'Code', 'Date', 'Total', 'City'][index % 7] ?? 'Value'}${index}`,
        `text ${index}`,
      ]),
    );
  const source = fieldTree({ '': [sample('')] });
  const destination = fieldTree({ '': [sample('erp_')] });
  const times = Array.from({ length: 13 }, () => {
    const started = performance.now();
    suggestLinks(source, destination);
    return performance.now() - started;
  });
  // The first rounds warm the compiler up.
  return times.slice(4).sort((left, right) => left - right)[4] as number;
}

const all = pairs.map((pair) => ({ pair, suggestions: suggest(pair) }));
for (const { pair, suggestions } of all) {
  const counted = tally(pair, suggestions);
  const { precision, recall, f1 } = rates(counted);
  console.log(`${pair.name}: precision ${shown(precision)} recall ${shown(recall)} F1 ${shown(f1)}`);
  if (process.argv.includes('--detail')) {
    for (const key of counted.wrong) console.log(`   wrong  ${key}`);
    for (const key of counted.missed) console.log(`   missed ${key}`);
  }
}
const total = rates(sum(all.map(({ pair, suggestions }) => tally(pair, suggestions))));
const applied = rates(
  sum(
    all.map(({ pair, suggestions }) =>
      tally(
        pair,
        suggestions.filter((item) => item.tier === 'apply'),
      ),
    ),
  ),
);
const isStable = pairs.every((pair) => {
  const turned = {
    ...pair,
    source_sample: shuffled(pair.source_sample),
    destination_sample: shuffled(pair.destination_sample),
  };
  return JSON.stringify(suggest(pair)) === JSON.stringify(suggest(turned));
});
const time = speed();
console.log(
  `all tiers    precision ${shown(total.precision)} recall ${shown(total.recall)} F1 ${shown(total.f1)} (aim 0.85)`,
);
console.log(
  `apply tier   precision ${shown(applied.precision)} (aim 0.95) recall ${shown(applied.recall)} (aim 0.45)`,
);
console.log(`300 x 300    ${time.toFixed(1)} ms (aim 50)`);
console.log(`shuffled     ${isStable ? 'the same' : 'different'}`);
process.exitCode =
  total.f1 >= 0.85 && applied.precision >= 0.95 && applied.recall >= 0.45 && isStable && time <= 50 ? 0 : 1;
