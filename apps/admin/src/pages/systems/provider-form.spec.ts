import { prefill } from './provider-form.js';
import { oauthFaults } from './system-faults.js';
import { toForm } from './system-form.js';

const hub = {
  name: 'hub',
  title: 'Hub',
  token_url: 'https://hub/token',
  scope: 'read',
  token_path: 'data.token',
};
const shop = {
  name: 'shop',
  title: 'Shop',
  token_url: 'https://[subdomain].shop/token',
  scope: '',
  extra_authorize_params: { access_type: 'offline' },
};

describe('a provider of the catalogue', () => {
  it('fills in what it says, and not the name that is typed', () => {
    expect(prefill({ ...toForm(), system_name: 'Mine' }, hub)).toMatchObject({
      system_name: 'Mine',
      token_url: 'https://hub/token',
      authentication_type: 'oauth2',
    });
  });

  it('leaves nothing of the one that was picked before, but what was changed by hand', () => {
    const first = prefill(toForm(), hub);
    expect(prefill(first, shop, hub)).toMatchObject({
      system_name: 'Shop',
      scope: '',
      token_path: '',
      extra_authorize_params: [['access_type', 'offline']],
    });
    const changed = { ...first, scope: 'read write', system_name: 'Our hub' };
    expect(prefill(changed, shop, hub)).toMatchObject({ system_name: 'Our hub', scope: 'read write' });
    expect(prefill(prefill(toForm(), shop), hub, shop).extra_authorize_params).toEqual([]);
  });

  it('is not saved with the part of its address that is each customer’s own', () => {
    const faults = oauthFaults((words, values) => words.replace('{{part}}', values?.part ?? ''));
    const form = prefill(toForm(), shop);
    expect(faults.token_url(form.token_url, form)).toBe('Put your own in the place of [subdomain].');
    expect(faults.token_url('https://mine.shop/token', form)).toBeNull();
    expect(faults.token_url('http://[::1]:3000/token', form)).toBeNull();
  });
});
