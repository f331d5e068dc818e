// The zone of the server changes no date: the same documents under several values of TZ.
import { runInThisContext } from 'node:vm';
import { CATALOGUE } from '../functions/catalogue.js';

// Jest hands each spec a copy of the environment; only the process's own one moves the clock of the whole runtime.
const { env } = runInThisContext('process') as NodeJS.Process;
const outside = env.TZ;
afterAll(() => {
  if (outside === undefined) delete env.TZ;
  else env.TZ = outside;
});

const VALUES = [
  ['2018-01-01T12:00:00Z', 'iso'],
  ['2024-03-31T02:30:00', 'iso'],
  ['2023-11-05T01:00:00', 'iso'],
  ['2026-01-10', 'iso'],
  ['2026-10-04 02:30', 'yyyy-MM-dd HH:mm'],
  ['31/12/2025', 'dd/MM/yyyy'],
  ['Wed, 07 Jan 2026 05:12:00 +0000', 'rfc2822'],
  ['/Date(1439434356790+0000)/', 'dotnet'],
  [1680644467, 'epoch_s'],
  [1680644467000, 'epoch_ms'],
] as const;
const FORMS = [
  'iso',
  'yyyy-MM-dd',
  'EEEE d MMMM yyyy HH:mm',
  'epoch_ms',
  'rfc2822',
  "yyyy-MM-dd'T'HH:mm:ssXXX",
];
const ZONES = [null, 'UTC', 'Europe/Berlin', 'America/New_York'];

/** What all date functions make of the values; modules are loaded anew, so that nothing is kept from another zone. */
async function results(): Promise<unknown[]> {
  jest.resetModules();
  const { compileMapping } = await import('../index.js');
  const map = (fn: [string, Record<string, unknown>], value: unknown, timezone: string | null): unknown => {
    const compiled = compileMapping({ settings: { timezone }, links: [{ to: 'out', from: 'v', fn: [fn] }] });
    if (!compiled.ok) return compiled.problems;
    const { output, errors } = compiled.mapping.run({
      record: { v: value },
      run: { id: 'r', started_at: '2026-01-10T23:30:00Z' },
    });
    return errors.length > 0 ? errors.map(({ code }) => code) : output;
  };
  const dates = ZONES.flatMap((timezone) =>
    VALUES.flatMap(([value, from]) => [
      ...FORMS.map((to) => map(['date', { from, to }], value, timezone)),
      map(['startOf', { unit: 'week', from }], value, timezone),
      map(['startOf', { unit: 'day', from, to: 'iso' }], value, timezone),
      map(['addDuration', { amount: 1, unit: 'days', from, to: 'iso' }], value, timezone),
      map(['diff', { to: value, from, unit: 'hours' }], value, timezone),
      map(['weekday', { from }], value, timezone),
      map(['now', {}], value, timezone),
      map(['today', {}], value, timezone),
    ]),
  );
  const examples = CATALOGUE.filter(({ group }) => group === 'date').flatMap(({ name, examples: list }) =>
    list.map(({ input, options }) => map([name, options ?? {}], input, null)),
  );
  return [...dates, ...examples];
}

it.each(['America/New_York', 'Australia/Sydney', 'Asia/Kolkata', 'Pacific/Apia'])(
  'TZ=%s gives the dates that TZ=UTC gives',
  async (zone) => {
    env.TZ = 'UTC';
    expect(new Date(2018, 0, 1).getTimezoneOffset()).toBe(0);
    const wanted = await results();
    expect(wanted.length).toBeGreaterThan(500);
    env.TZ = zone;
    expect(new Date(2018, 0, 1).getTimezoneOffset()).not.toBe(0);
    expect(await results()).toEqual(wanted);
  },
);
