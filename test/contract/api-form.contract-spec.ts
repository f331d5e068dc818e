// The form of an API in the admin UI knows what the service takes: it refuses nothing that the service would take, and
// what it shows as fields is all that the service knows.
import fc from 'fast-check';
import type { TFunction } from 'i18next';
import type { Json } from '../../apps/admin/src/api/json.js';
import {
  objectFaults,
  settingFields,
  type ObjectSetting,
} from '../../apps/admin/src/pages/apis/settings/api-settings.js';
import { pagingKinds } from '../../apps/admin/src/pages/apis/settings/paging-fields.js';
import {
  readRules,
  retryActions,
  retryFaults,
} from '../../apps/admin/src/pages/apis/settings/retry-rules.js';
import { canShow, type SettingField } from '../../apps/admin/src/pages/apis/settings/setting.js';
import { batch, incremental, lookup, pagination, retry, timeouts } from '../../src/apis/api-shapes.js';

const t = ((words: string) => words) as unknown as TFunction;
const serverFaults: Record<ObjectSetting, (value: unknown) => string | null> = {
  incremental: incremental.find,
  pagination: pagination.find,
  batch: batch.find,
  lookup: lookup.find,
  timeouts: timeouts.find,
};
const names = Object.keys(settingFields) as ObjectSetting[];

/** Values on both sides of each bound. */
function around(field: SettingField): fc.Arbitrary<Json> {
  const odd = fc.constantFrom<Json>(null, '', 0, 1.5, true, [], {}, 'x');
  switch (field.kind) {
    case 'text': {
      const long = fc.constantFrom('x'.repeat(field.most), 'x'.repeat(field.most + 1));
      return field.name === 'api_id'
        ? fc.oneof({ arbitrary: fc.uuid(), weight: 5 }, fc.constantFrom<Json>(null, 1, ''))
        : fc.oneof({ arbitrary: fc.constantFrom('a.b', 'now', 'id'), weight: 5 }, long, odd);
    }
    case 'number': {
      const { least, most } = field;
      return fc.oneof(
        { arbitrary: fc.integer({ min: least, max: most }), weight: 5 },
        fc.constantFrom(least - 1, least, most, most + 1),
        odd,
      );
    }
    case 'choice':
      return fc.oneof({ arbitrary: fc.constantFrom<Json>(...Object.keys(field.words)), weight: 5 }, odd);
    case 'flag':
      return fc.oneof({ arbitrary: fc.boolean(), weight: 5 }, odd);
    case 'condition':
      return fc.constantFrom<Json>({ path: '@response.body.done', op: 'eq', value: true }, null, 'x', [], 1);
  }
}

type Members = Record<string, Json>;
const valueOf = (name: ObjectSetting): fc.Arbitrary<Members> =>
  fc
    .record(Object.fromEntries(settingFields[name].map((field) => [field.name, around(field)])), {
      requiredKeys: [],
    })
    .map((record) => {
      const value = record as Members;
      // A member of another kind of paging is the service's to refuse.
      const applies = ([member]: [string, Json]): boolean =>
        name !== 'pagination' ||
        (settingFields[name].find((field) => field.name === member)?.applies?.(value) ?? true);
      return Object.fromEntries(Object.entries(value).filter(applies));
    });

describe('the form of an API', () => {
  it.each(names)('judges the shape of %s as the service does, and shows all that it takes', (name) => {
    let taken = 0;
    fc.assert(
      fc.property(valueOf(name), (value) => {
        const refused = serverFaults[name](value);
        expect([value, Object.keys(objectFaults(name, value, t)).length > 0]).toEqual([
          value,
          refused !== null,
        ]);
        if (refused !== null) return;
        taken += 1;
        expect(canShow(settingFields[name], value)).toBe(true);
      }),
      { numRuns: 2_000, seed: 20_261_128 },
    );
    expect(taken).toBeGreaterThan(50);
  });

  it.each(names)('%s has no other members', (name) => {
    const kinds = name === 'pagination' ? Object.keys(pagingKinds) : [null];
    for (const field of settingFields[name])
      for (const kind of kinds) {
        const value = { [field.name]: null, ...(kind === null ? {} : { kind }) };
        if (field.applies?.(value) ?? true)
          expect(serverFaults[name](value) ?? '').not.toMatch(/not a known member/);
      }
    expect(serverFaults[name]({ another: 1, ...(name === 'pagination' ? { kind: 'none' } : {}) })).toMatch(
      /not a known member/,
    );
  });

  it('judges retry rules as the service does, and shows all that it takes', () => {
    const condition = fc.constantFrom<Json>(
      { path: '@response.status', op: 'eq', value: 1 },
      null,
      'x',
      [],
      1,
    );
    const statuses = fc.oneof(
      { arbitrary: fc.array(fc.integer({ min: 100, max: 599 }), { maxLength: 3 }), weight: 5 },
      fc.constantFrom<Json>(null, [99], [600], ['409'], [409.5], 409, Array<number>(51).fill(409)),
    );
    const rule = fc.record(
      {
        status: statuses,
        when: condition,
        action: fc.constantFrom<Json>(...Object.keys(retryActions), 'again', null, 1),
      },
      { requiredKeys: [] },
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 21, size: 'small' }), (value) => {
        const refused = retry.find(value);
        expect([value, Object.keys(retryFaults(value, t)).length > 0]).toEqual([value, refused !== null]);
        if (refused !== null) return;
        taken += 1;
        expect(readRules(value)).toEqual(value);
      }),
      { numRuns: 2_000, seed: 20_261_128 },
    );
    expect(taken).toBeGreaterThan(50);
    expect(retryFaults(Array(21).fill({ action: 'fail' }), t)).not.toEqual({});
    expect(retry.find(Array(21).fill({ action: 'fail' }))).not.toBeNull();
  });
});
