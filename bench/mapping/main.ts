// Order → ERP by hand, by a mapping document and by JSONata in one run; then joins, large arrays and compile time.
import { isDeepStrictEqual } from 'node:util';
import jsonata from 'jsonata';
import { compileMapping, type Mapping, type MappingDocument } from '#mapping';
import { byHand, DOCUMENT, JSONATA } from './contestants.js';
import { ORDER } from './order.js';

function compiled(document: MappingDocument): Mapping {
  const result = compileMapping(document);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.mapping;
}

/** Calls per second of one round. */
function rate(work: () => unknown, milliseconds: number): number {
  const end = performance.now() + milliseconds;
  const started = performance.now();
  let calls = 0;
  while (performance.now() < end) {
    for (let i = 0; i < 50; i++) work();
    calls += 50;
  }
  return (calls / (performance.now() - started)) * 1000;
}

async function rateAsync(work: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const started = performance.now();
  let calls = 0;
  while (performance.now() - started < milliseconds) {
    await work();
    calls++;
  }
  return (calls / (performance.now() - started)) * 1000;
}

function median(values: number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] as number;
}

function milliseconds(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

async function contest(): Promise<boolean> {
  const mapping = compiled(DOCUMENT);
  const expression = jsonata(JSONATA);
  // Every call maps its own copy, as a worker would; the copies are made beforehand.
  const orders = Array.from({ length: 200 }, () => structuredClone(ORDER));
  let next = 0;
  const order = () => orders[next++ % orders.length] as typeof ORDER;
  const expected = byHand(ORDER);
  const ours = mapping.map(ORDER);
  const theirs: unknown = JSON.parse(JSON.stringify(await expression.evaluate(ORDER)));
  if (!isDeepStrictEqual(ours.output, expected) || !isDeepStrictEqual(theirs, expected)) {
    console.error('The three mappings differ.', JSON.stringify({ expected, ours, theirs }, null, 1));
    return false;
  }
  const rates = { hand: [] as number[], ours: [] as number[], jsonata: [] as number[] };
  for (let round = 0; round < 9; round++) {
    rates.hand.push(rate(() => byHand(order()), 200));
    rates.ours.push(rate(() => mapping.run({ record: order() }), 200));
    rates.jsonata.push(await rateAsync(() => expression.evaluate(order()), 200));
  }
  // The first rounds warm the compiler up.
  const hand = median(rates.hand.slice(2));
  const own = median(rates.ours.slice(2));
  const other = median(rates.jsonata.slice(2));
  console.log(`order to ERP, ${DOCUMENT.links.length} links, ${ORDER.line_items.length} lines`);
  console.log(`  by hand    ${Math.round(hand).toLocaleString('en')} records/s`);
  console.log(`  mapping    ${Math.round(own).toLocaleString('en')} records/s`);
  console.log(`  JSONata    ${Math.round(other).toLocaleString('en')} records/s`);
  console.log(`  mapping / by hand  ${(own / hand).toFixed(2)}  (aim 0.40)`);
  console.log(`  mapping / JSONata  ${(own / other).toFixed(0)}  (aim 50)`);
  return own / hand >= 0.4 && own / other >= 50;
}

function joins(): boolean {
  const mapping = compiled({
    scopes: [
      { to: 'lines[]', from: 'items[]', joins: [{ from: 'stock[]', on: ['items[].id', 'stock[].item'] }] },
    ],
    links: [
      { to: 'lines[].sku', from: 'items[].sku' },
      { to: 'lines[].level', from: 'stock[].level' },
    ],
  });
  const record = (size: number) => ({
    items: Array.from({ length: size }, (_, id) => ({ id, sku: `s${id}` })),
    stock: Array.from({ length: size }, (_, id) => ({ item: size - 1 - id, level: id })),
  });
  const time = (size: number) => {
    const input = record(size);
    return median(Array.from({ length: 5 }, () => milliseconds(() => mapping.map(input))));
  };
  time(1000);
  const small = time(10_000);
  const large = time(80_000);
  console.log(
    `join of two lists  10,000: ${small.toFixed(1)} ms  80,000: ${large.toFixed(1)} ms  (linear: 8 times)`,
  );
  return large / small < 20;
}

function largeArray(): boolean {
  const mapping = compiled({
    links: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ to: `rows[].${name}`, from: `items[].${name}` })),
  });
  const items = Array.from({ length: 100_000 }, (_, id) => ({
    a: id,
    b: `text ${id}`,
    c: true,
    d: null,
    e: 1.5,
  }));
  const time = median(Array.from({ length: 5 }, () => milliseconds(() => mapping.map({ items }))));
  console.log(`list of 100,000, five fields each  ${time.toFixed(0)} ms  (aim 1,000)`);
  return time <= 1000;
}

function compileTime(): boolean {
  const times: number[] = [];
  for (let round = 0; round < 15; round++) {
    const links = Array.from({ length: 300 }, (_, index) => {
      const part = `part_${index % 20}`;
      if (index % 5 === 0)
        return {
          to: `lines[].${part}.f${index}`,
          from: `items[].${part}.f${index}`,
          type: 'number' as const,
        };
      if (index % 5 === 1)
        return { to: `${part}.f${index}`, formula: `round(${part}.a${round} * ${part}.b, 2)` };
      if (index % 5 === 2)
        return {
          to: `${part}.f${index}`,
          from: `${part}.d`,
          fn: [['date', { to: 'yyyy-MM-dd' }] as [string, Record<string, unknown>]],
        };
      return { to: `${part}.f${index}`, from: `${part}.f${index}` };
    });
    times.push(milliseconds(() => compiled({ links })));
  }
  console.log(
    `compile 300 links  first ${times[0]?.toFixed(1)} ms, median ${median(times).toFixed(1)} ms  (aim 20)`,
  );
  return median(times) <= 20;
}

async function main(): Promise<void> {
  const compile = compileTime();
  const results = [await contest(), joins(), largeArray(), compile];
  process.exitCode = results.every(Boolean) ? 0 : 1;
}

void main();
