import { shapeOf } from './json-shape.js';

const LIMITS = { depth: 64, members: 1_000 };
const shape = (text: string) => shapeOf(Buffer.from(text), LIMITS);

describe('shapeOf', () => {
  it.each([
    ['{}', 1, 1],
    ['{"a":1,"b":[1,2,{"c":3}]}', 3, 4],
    ['{"a":"[[[[,,,,"}', 1, 1],
    ['{"a":"\\"[,","b\\\\":[]}', 2, 2],
    ['"[[["', 0, 1],
    ['[[],[],[]]', 2, 3],
  ])('of %s is %i deep with %i members', (text, depth, members) => {
    expect(shape(text)).toEqual({ depth, members });
  });

  it('passes a limit without reading the rest', () => {
    expect(shape('['.repeat(100_000)).depth).toBe(65);
    expect(shape(`[${'0,'.repeat(100_000)}0]`).members).toBe(1_001);
  });

  it('reads five mebibytes in a moment', () => {
    const bytes = Buffer.from(`{"a":"${'x'.repeat(5 * 1024 * 1024)}"}`);
    const started = performance.now();
    shapeOf(bytes, LIMITS);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
