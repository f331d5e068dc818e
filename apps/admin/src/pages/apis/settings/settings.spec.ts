import fc from 'fast-check';
import type { TFunction } from 'i18next';
import { parseJson, printJson } from '../../../api/json.js';
import type { Json } from '../../../api/types.js';
import { faultsOf as formFaults } from '../api-faults.js';
import { toBody, toForm, type ApiForm } from '../api-form.js';
import { objectFaults, settingFields, type ObjectSetting } from './api-settings.js';
import { pagingKinds, pagingOf } from './paging-fields.js';
import { changedRule, isForAll, moved, readRules, retryFaults } from './retry-rules.js';
import { RowKeys } from './row-keys.js';
import { canShow, isShown, memberOf, withMember, type Members, type SettingField } from './setting.js';

const t = ((words: string) => words) as unknown as TFunction;
const names = Object.keys(settingFields) as ObjectSetting[];
const fieldOf = (name: ObjectSetting, member: string): SettingField => {
  const field = settingFields[name].find((each) => each.name === member);
  if (!field) throw new Error(`no field ${member}`);
  return field;
};

const conditions: fc.Arbitrary<Members> = fc.constantFrom<Members>(
  { path: '@response.body.ok', op: 'eq', value: true },
  { any: [{ path: 'a', op: 'exists' }, { not: { path: 'b', op: 'gt', value: 1 } }] },
);

/** What the service takes at a member. */
function taken(field: SettingField): fc.Arbitrary<Json> {
  switch (field.kind) {
    case 'text':
      return field.name === 'api_id'
        ? fc.uuid()
        : fc.string({ minLength: 1, maxLength: Math.min(40, field.most) });
    case 'number':
      return fc.integer({ min: field.least, max: field.most });
    case 'choice':
      return fc.constantFrom(...Object.keys(field.words));
    case 'flag':
      return fc.boolean();
    case 'condition':
      return conditions;
  }
}
const settingOf = (name: ObjectSetting): fc.Arbitrary<Members> =>
  fc
    .record(
      Object.fromEntries(
        settingFields[name].map((field) => [field.name, fc.option(taken(field), { nil: null, freq: 9 })]),
      ),
      { requiredKeys: [] },
    )
    .chain((value) => fc.shuffledSubarray(Object.entries(value), { minLength: Object.keys(value).length }))
    .map((entries) => Object.fromEntries(entries) as Members);
const rules = fc.array(
  fc.record(
    {
      action: fc.constantFrom('retry', 'ignore', 'fail', 'throttle', 'reset_paging', 'restart_run'),
      status: fc.option(fc.array(fc.integer({ min: 100, max: 599 }), { maxLength: 5 })),
      when: fc.option(conditions),
    },
    { requiredKeys: ['action'] },
  ),
  { maxLength: 20 },
);

describe('the settings of an API as fields', () => {
  it.each(names)('%s: whatever the service takes is shown, and is sent as it came', (name) => {
    fc.assert(
      fc.property(settingOf(name), (value) => {
        expect(canShow(settingFields[name], value)).toBe(true);
        const sent = toBody({ ...toForm(), [name]: printJson(value, 2) })[name];
        expect(printJson(sent)).toBe(printJson(value));
        // what is filled in has a field
        for (const field of settingFields[name])
          expect(isShown(field, value) || (value[field.name] ?? null) === null).toBe(true);
      }),
    );
  });

  it.each(names)(
    '%s: an edit of one member leaves the others, and taking it back gives what was there',
    (name) => {
      fc.assert(
        fc.property(settingOf(name), fc.constantFrom(...settingFields[name]), (value, field) => {
          const others = (from: Members): string =>
            printJson(Object.entries(from).filter(([each]) => each !== field.name)) ?? '';
          const without = withMember(settingFields[name], value, field.name, undefined);
          const edited = withMember(settingFields[name], value, field.name, 'x');
          expect(others(without)).toBe(others(value));
          expect(others(edited)).toBe(others(value));
          expect(edited[field.name]).toBe('x');
          if (field.name in value)
            expect(printJson(withMember(settingFields[name], edited, field.name, value[field.name]))).toBe(
              printJson(value),
            );
        }),
      );
    },
  );

  it('a member that is new stands where the fields have it, so that a cleared one comes back to its place', () => {
    const fields = settingFields.batch;
    const value = { max_records: 5, path: 'items', bisect: false };
    const cleared = withMember(fields, value, 'path', undefined);
    expect(printJson(withMember(fields, cleared, 'path', 'items'))).toBe(printJson(value));
  });

  it('retry rules: whatever the service takes is shown and sent as it came', () => {
    fc.assert(
      fc.property(rules, (value) => {
        expect(readRules(value as Json)).toEqual(value);
        expect(retryFaults(value as Json, t)).toEqual({});
        expect(printJson(toBody({ ...toForm(), retry: printJson(value, 2) ?? '' }).retry)).toBe(
          printJson(value),
        );
      }),
    );
  });

  it.each<[ObjectSetting, string]>([
    ['incremental', '{"cursor_path": 1}'],
    ['incremental', '{"format": "days"}'],
    ['incremental', '{"since": "x"}'],
    ['batch', '{"max_records": 50.0}'],
    ['batch', '{"max_records": -1}'],
    ['batch', '{"answer": null, "bisect": "no"}'],
    ['timeouts', '[]'],
    ['timeouts', '{"read_ms": "1000"}'],
    ['lookup', '"x"'],
  ])('%s %s stays JSON: the fields would not keep it', (name, text) => {
    expect(canShow(settingFields[name], parseJson(text))).toBe(false);
  });

  it.each([
    '{}',
    '[1]',
    '[{"action": "again"}]',
    '[{"status": 409, "action": "fail"}]',
    '[{"action": "fail", "x": 1}]',
  ])('retry rules %s stay JSON', (text) => {
    expect(readRules(parseJson(text))).toBeNull();
  });

  it('keeps a number of any length as it is typed', () => {
    const field = fieldOf('timeouts', 'read_ms');
    expect(printJson(memberOf(field, {}, '12345678901234567890'))).toBe('12345678901234567890');
    expect(memberOf(field, {}, '007')).toBe(7);
    expect(memberOf(field, {}, '')).toBeUndefined();
    expect(canShow([field], parseJson('{"read_ms": 12345678901234567890}'))).toBe(true);
  });

  it('what is usual needs no member, and what is usual may hang on another one', () => {
    const bisect = fieldOf('batch', 'bisect');
    expect(memberOf(bisect, {}, true)).toBeUndefined();
    expect(memberOf(bisect, { answer: 'by_index' }, true)).toBe(true);
    expect(memberOf(bisect, { answer: 'by_index' }, false)).toBeUndefined();
    expect(memberOf(fieldOf('incremental', 'format'), {}, 'iso')).toBeUndefined();
  });

  it('shows only what applies, and what is filled in all the same', () => {
    const keyPath = fieldOf('batch', 'result_key_path');
    expect(isShown(keyPath, { answer: 'by_index' })).toBe(false);
    expect(isShown(keyPath, { answer: 'by_key' })).toBe(true);
    expect(isShown(keyPath, { result_key_path: 'id' })).toBe(true);
    expect(isShown(fieldOf('incremental', 'lag_seconds'), { format: 'id' })).toBe(false);
  });
});

describe('another kind of paging', () => {
  it('has what most systems name its members, and keeps what still applies', () => {
    const before = {
      kind: 'page',
      parameter: 'p',
      size: 20,
      in: 'body',
      total_path: 'total',
      stop_on_short_page: true,
    };
    expect(pagingOf('offset', before)).toEqual({
      kind: 'offset',
      parameter: 'offset',
      limit_parameter: 'limit',
      limit: 50,
      in: 'body',
      total_path: 'total',
      stop_on_short_page: true,
    });
    expect(pagingOf('link_header', before)).toEqual({ kind: 'link_header', total_path: 'total' });
    expect(pagingOf('none', before)).toEqual({ kind: 'none' });
  });

  it('is right as it begins, but for a token whose place is not told', () => {
    for (const kind of Object.keys(pagingKinds))
      expect(Object.keys(objectFaults('pagination', pagingOf(kind, {}), t))).toEqual(
        kind === 'cursor' ? ['token_path'] : [],
      );
  });
});

describe('what is wrong with a setting', () => {
  const faultsOf = (change: Partial<ApiForm>): string[] =>
    Object.entries(formFaults({ ...toForm(), api_name: 'x', system_id: 'x', ...change }, t)).flatMap(
      ([path, fault]) => (fault === null ? [] : [path]),
    );

  it('is said at its field', () => {
    expect(faultsOf({ incremental: '{"overlap_seconds": -1}' })).toEqual([
      'incremental.cursor_path',
      'incremental.parameter',
      'incremental.overlap_seconds',
    ]);
    expect(faultsOf({ batch: '{"answer": "by_key", "max_bytes": 1}' })).toEqual([
      'batch.max_bytes',
      'batch.result_key_path',
    ]);
    expect(faultsOf({ timeouts: '{"connect_ms": 6000, "read_ms": 99.5}' })).toEqual([
      'timeouts.connect_ms',
      'timeouts.read_ms',
    ]);
    expect(
      faultsOf({ retry: '[{"status": [409], "action": "fail"}, {"status": ["4xx"], "when": "{"}]' }),
    ).toEqual(['retry.1.status', 'retry.1.when', 'retry.1.action']);
  });

  it('is said of the whole where no field is at fault', () => {
    expect(faultsOf({ batch: '{"max_records":' })).toEqual(['batch']);
    expect(faultsOf({ lookup: '[]', retry: '{}' })).toEqual(['retry', 'lookup']);
    expect(faultsOf({ on_unknown: 'lookup' })).toEqual(['lookup']);
    expect(faultsOf({})).toEqual([]);
  });

  it('an id cannot begin now', () => {
    const value = { cursor_path: 'id', parameter: 'since', start_at: 'now' };
    expect(objectFaults('incremental', value, t)).toEqual({});
    expect(Object.keys(objectFaults('incremental', { ...value, format: 'id' }, t))).toEqual(['start_at']);
  });
});

describe('retry rules', () => {
  it('what says nothing is left out, and what is new stands in its place', () => {
    const rule = { action: 'ignore' };
    expect(printJson(changedRule(rule, 'status', [409]))).toBe('{"status":[409],"action":"ignore"}');
    expect(changedRule({ status: [409], action: 'ignore' }, 'status', [])).toEqual(rule);
    expect(changedRule({ ...rule, when: { path: 'a' } }, 'when', null)).toEqual(rule);
    expect(isForAll(rule)).toBe(true);
    expect(isForAll({ ...rule, status: [500] })).toBe(false);
  });

  it('move in their order, and each row keeps its key', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    const keys = new RowKeys();
    const [a, b, c] = keys.of(3);
    keys.move(2, -1);
    expect(keys.of(3)).toEqual([a, c, b]);
    keys.remove(0);
    expect(keys.of(2)).toEqual([c, b]);
    expect(new Set([...keys.of(3), a]).size).toBe(4);
  });
});
