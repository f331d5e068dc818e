import { planFlow } from './plan.js';
import { anApi, call, mapping, type TestApi } from './testing/shop-flow.js';
import type { Handler } from './types.js';

describe('planning a flow', () => {
  const list = anApi('list', { records_path: 'rows' });
  const one = anApi('one');
  const write = anApi('write', { method: 'POST' });
  const second = anApi('second', { records_path: 'rows' });
  const codesOf = (handlers: Handler[], apis: TestApi[]): string[] =>
    planFlow(handlers, new Map(apis.map((api) => [api.api_id, api]))).problems.map((problem) => problem.code);

  it('refuses a mapping before its source or after its destination', () => {
    expect(codesOf([mapping('m', ['list'], 'write'), call('list'), call('write')], [list, write])).toContain(
      'MAPPING_ORDER',
    );
    expect(codesOf([call('list'), call('write'), mapping('m', ['list'], 'write')], [list, write])).toContain(
      'MAPPING_ORDER',
    );
  });

  it('refuses a second list without a join, and takes it with one', () => {
    const flow = (join: object): Handler[] => [
      call('list'),
      call('second', join),
      mapping('m', ['list', 'second'], 'write'),
      call('write'),
    ];
    expect(codesOf(flow({}), [list, second, write])).toEqual(['JOIN_REQUIRED']);
    expect(codesOf(flow({ join: { left_path: 'a', right_path: 'b' } }), [list, second, write])).toEqual([]);
  });

  it('refuses a call once per run that uses a single record', () => {
    const joined = [
      call('list'),
      mapping('m1', ['list'], 'second'),
      call('second', { join: { left_path: 'a', right_path: 'b' } }),
    ];
    expect(codesOf(joined, [list, second])).toEqual(['LEVEL_ESCAPE']);
    expect(
      codesOf([call('one', { when: { path: 'x', op: 'eq', value: 1 } }), call('list')], [one, list]),
    ).toEqual(['LEVEL_ESCAPE']);
  });

  it.each([
    '@response.body.x',
    '@steps.list.response.body.x',
    '@steps.lookup.response.body.x',
    '@steps["second"].response.body.x',
  ])('refuses a condition of a call once per run that reads %s', (path) => {
    const flow = [
      call('one', { when: { not: { any: [{ path, op: 'eq', value: 1 }] } } }),
      call('list'),
      call('second', { join: { left_path: 'a', right_path: 'b' } }),
      mapping('m1', ['list'], 'lookup'),
      call('lookup'),
    ];
    expect(codesOf(flow, [one, list, second, anApi('lookup', { path: '/lookup/{id}' })])).toEqual([
      'LEVEL_ESCAPE',
    ]);
  });

  it('refuses a condition that reads the answer of a call that is not there, or not made before', () => {
    const flow = (id: string): Handler[] => [
      call('one'),
      call('list'),
      mapping('m1', ['list'], 'write'),
      call('write', { when: { path: `@steps.${id}.response.status`, op: 'eq', value: 200 } }),
      mapping('m2', ['write'], 'back'),
      call('back'),
    ];
    const apis = [one, list, write, anApi('back', { method: 'PUT' })];
    expect(codesOf(flow('nobody'), apis)).toEqual(['UNKNOWN_HANDLER']);
    expect(codesOf(flow('back'), apis)).toEqual(['MAPPING_ORDER']);
    expect(codesOf(flow('write'), apis)).toEqual(['MAPPING_ORDER']);
    expect(codesOf(flow('one'), apis)).toEqual([]);
    expect(codesOf(flow('list'), apis)).toEqual([]);
  });

  it('refuses a flow of nothing, two mappings for one call, a look-up without an API, and a path that cannot be read', () => {
    const flow = [call('list'), mapping('m', ['list'], 'write'), call('write')];
    expect(codesOf([], [])).toEqual(['EMPTY_FLOW']);
    expect(codesOf(flow, [list])).toEqual(['UNKNOWN_API']);
    expect(
      codesOf([...flow.slice(0, 2), mapping('m2', ['list'], 'write'), call('write')], [list, write]),
    ).toEqual(['DUPLICATE_MAPPING']);
    expect(codesOf(flow, [list, { ...write, on_unknown: 'lookup' }])).toEqual(['LOOKUP_MISSING']);
    for (const wrong of [{ records_path: 'a[' }, { record_key: ['id', '__proto__'] }, { version_path: '[' }])
      expect(codesOf(flow, [{ ...list, ...wrong }, write])).toEqual(['BAD_PATH']);
  });

  it('calls what maps from a joined list alone for each record, and cannot ask a list with it', () => {
    const joined = call('second', { join: { left_path: 'a', right_path: 'b' } });
    const { plan } = planFlow(
      [call('list'), joined, mapping('m', ['second'], 'write'), call('write')],
      new Map([list, second, write].map((api) => [api.api_id, api])),
    );
    expect(plan?.during.map((step) => [step.handler_id, step.level])).toEqual([['write', 'record']]);
    const third = anApi('third', { records_path: 'rows' });
    expect(
      codesOf(
        [
          call('list'),
          joined,
          mapping('m', ['second'], 'third'),
          call('third', { join: { left_path: 'a', right_path: 'b' } }),
        ],
        [list, second, third],
      ),
    ).toEqual(['LEVEL_ESCAPE']);
  });

  it('refuses batches that would be sent again without a key', () => {
    const batch = anApi('write', { method: 'POST', batch: {}, on_unknown: 'resend' });
    expect(codesOf([call('list'), mapping('m', ['list'], 'write'), call('write')], [list, batch])).toEqual([
      'RESEND_NEEDS_KEY',
    ]);
    expect(
      codesOf(
        [call('list'), mapping('m', ['list'], 'write'), call('write')],
        [list, { ...batch, method: 'PUT' }],
      ),
    ).toEqual([]);
  });

  it('refuses names that do not exist, and tells all problems at once', () => {
    expect(codesOf([call('list'), call('list'), mapping('m', ['nobody'], 'write')], [list])).toEqual([
      'DUPLICATE_HANDLER',
      'UNKNOWN_HANDLER',
      'UNKNOWN_HANDLER',
    ]);
  });

  it('makes batches of a page, and what maps from their answers of single records', () => {
    const batch = anApi('write', { method: 'POST', batch: {}, idempotency_header: 'Key' });
    const back = anApi('back', { method: 'PUT' });
    const handlers = [
      call('list'),
      mapping('m1', ['list'], 'write'),
      call('write'),
      mapping('m2', ['write'], 'back'),
    ];
    const { plan } = planFlow(
      [...handlers, call('back')],
      new Map([list, batch, back].map((api) => [api.api_id, api])),
    );
    expect(
      plan?.during.map(({ handler_id: id, level, is_read_later: isRead }) => [id, level, isRead]),
    ).toEqual([
      ['write', 'page', true],
      ['back', 'record', false],
    ]);
  });

  it('gives each handler its role and level', () => {
    const lookup = anApi('lookup', { path: '/lookup/{id}' });
    const { plan } = planFlow(
      [
        call('one'),
        call('list'),
        mapping('m1', ['list'], 'lookup'),
        call('lookup'),
        mapping('m2', ['list', 'lookup', 'one'], 'write'),
        call('write'),
      ],
      new Map([one, list, lookup, write].map((api) => [api.api_id, api])),
    );
    const told = [
      ...(plan?.before ?? []),
      ...(plan?.driver ? [plan.driver] : []),
      ...(plan?.during ?? []),
    ].map((step) => [step.handler_id, step.role, step.level]);
    expect(told).toEqual([
      ['one', 'read', 'run'],
      ['list', 'driver', 'run'],
      ['lookup', 'lookup', 'record'],
      ['write', 'write', 'record'],
    ]);
  });
});
