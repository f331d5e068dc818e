import type { ApiDefinition, Handler } from '../../api/types.js';
import { answerPath, driverOf, sampleAnswers, sampleRecords } from './driver.js';

const call = (id: string, join = false): Handler => ({
  handler_id: id,
  kind: 'api_call',
  handler_name: id,
  api_id: `api of ${id}`,
  ...(join ? { join: { left_path: 'a', right_path: 'b' } } : {}),
});
const mapping = (from: string[], to: string): Handler => ({
  handler_id: 'map',
  kind: 'mapping',
  handler_name: 'map',
  source_handler_ids: from,
  destination_handler_id: to,
});
const api = (id: string, records_path: string) => ({ api_id: `api of ${id}`, records_path }) as ApiDefinition;

it('is the first list that is joined to no other, whatever stands before it', () => {
  const handlers = [
    call('token'),
    call('customers', true),
    call('orders'),
    mapping(['orders'], 'erp'),
    call('erp'),
  ];
  const apis = [api('token', ''), api('customers', 'rows'), api('orders', 'orders'), api('erp', 'rows')];
  expect(driverOf(handlers, apis)?.handler_id).toBe('orders');
});

it('is the source of the first mapping where nothing is a list, and none in a flow without either', () => {
  expect(driverOf([call('a'), mapping(['a'], 'b'), call('b')], [])?.handler_id).toBe('a');
  expect(driverOf([call('a')], [api('a', '')])).toBeNull();
});

it('has the records of all samples, a single one too', () => {
  const samples = (more: object) => ({ sample_response: null, records_path: 'rows', ...more });
  expect(
    sampleRecords(
      samples({
        sample_response: { rows: [{ id: 1 }] },
        more_sample_responses: [{ rows: { id: 2 } }, { x: 1 }],
      }),
    ),
  ).toEqual([{ id: 1 }, { id: 2 }]);
  expect(sampleRecords(samples({ records_path: '$', sample_response: [{ id: 1 }] }))).toEqual([{ id: 1 }]);
  expect(sampleRecords(undefined)).toEqual([]);
});

it('has the whole answers too, which paths of answers are read from', () => {
  expect(sampleAnswers({ sample_response: { rows: [] }, more_sample_responses: [null, [1]] })).toEqual([
    { rows: [] },
    [1],
  ]);
  expect(sampleAnswers({ sample_response: { cut: true, bytes: 100_000 } })).toEqual([]);
  expect(answerPath('@response.body.rows[0].id')).toEqual({ step: undefined, rest: 'rows[0].id' });
  expect(answerPath('@steps.find-it.response.body[0].id')).toEqual({ step: 'find-it', rest: '[0].id' });
  expect(answerPath('@steps.a.response.body')).toEqual({ step: 'a', rest: '' });
  for (const path of [
    'status',
    '@run.id',
    '@response.status',
    '@steps.a.request.body.x',
    '@response.bodyguard',
  ])
    expect(answerPath(path)).toBeNull();
});
