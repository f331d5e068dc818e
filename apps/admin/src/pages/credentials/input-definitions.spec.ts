import type { System } from '../../api/types.js';
import { sharedInputs } from './input-definitions.js';

const system = (more: Partial<System>): System => ({ credential_inputs: [], ...more }) as unknown as System;
const tenant = (label: string, secret = false) => [{ name: 'tenant', label, secret }];

test('only open inputs of the same name and label go with the choice of another system', () => {
  const basic = system({ authentication_type: 'basic', credential_inputs: tenant('Tenant') });
  const typed = { username: 'ann', password: 'hidden', tenant: 'north' };
  expect(sharedInputs(typed, basic, basic)).toEqual({ username: 'ann', tenant: 'north' });
  expect(
    sharedInputs(typed, basic, system({ authentication_type: 'none', credential_inputs: tenant('Tenant') })),
  ).toEqual({ tenant: 'north' });
  expect(
    sharedInputs(typed, basic, system({ authentication_type: 'none', credential_inputs: tenant('Mandant') })),
  ).toEqual({});
});

test('what is a secret of either system stays with the first', () => {
  const open = system({ authentication_type: 'none', credential_inputs: tenant('Tenant') });
  const hidden = system({ authentication_type: 'none', credential_inputs: tenant('Tenant', true) });
  expect(sharedInputs({ tenant: 'north' }, open, hidden)).toEqual({});
  expect(sharedInputs({ tenant: 'north' }, hidden, open)).toEqual({});
});
