import { ApiError } from '../api/errors.js';
import { elsewhere } from './elsewhere.js';

const fault = (field: string) => ({ field, code: 'required', message: `${field} is wrong` });
const refusal = (...fields: string[]) =>
  new ApiError('no', 400, 'validation_failed', fields.map(fault), 'id');
const at =
  (...shown: string[]) =>
  (field: string) =>
    shown.includes(field);

it('leaves nothing to say beside the fields that say all of it', () => {
  expect(elsewhere(refusal('cron', 'timezone'), at('cron', 'timezone'))).toBeNull();
});

it('leaves what no field of the form shows', () => {
  expect(elsewhere(refusal('cron', 'flow_id', 'x'), at('cron'))).toMatchObject({
    message: 'flow_id: flow_id is wrong',
    faults: [fault('flow_id'), fault('x')],
    requestId: 'id',
  });
});

it('leaves a failure that is of no field as it is', () => {
  const gone = new ApiError('gone', 0, '');
  const none = refusal('flow_id');
  expect(elsewhere(gone, at())).toBe(gone);
  expect(elsewhere(none, at('cron'))).toBe(none);
  expect(elsewhere(null, at())).toBeNull();
});
