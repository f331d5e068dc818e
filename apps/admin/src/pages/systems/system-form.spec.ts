import { fieldsOf, toBody, toForm } from './system-form.js';

describe('the form of a system', () => {
  it('shows the Transformation method with PKCE alone and the consent fields with the code grants alone', () => {
    expect(fieldsOf('authorization_code_pkce')).toMatchObject({ asksConsent: true, hasTransformation: true });
    expect(fieldsOf('authorization_code')).toMatchObject({ asksConsent: true, hasTransformation: false });
    expect(fieldsOf('client_credentials')).toMatchObject({ asksConsent: false, needsSecret: true });
    expect(fieldsOf('resource_owner_credentials')).toMatchObject({ asksConsent: false, needsSecret: false });
  });

  it('sends only what applies to the grant', () => {
    const body = toBody({
      ...toForm(),
      grant_type: 'client_credentials',
      token_url: 'https://x/token',
      client_id: 'a',
    });
    expect(body).not.toHaveProperty('authorization_url');
    expect(body).not.toHaveProperty('transformation_method');
    expect(body).toMatchObject({
      token_url: 'https://x/token',
      authorization_format: 'Bearer DYNAMIC_TOKEN[access_token]',
    });
  });

  it('keeps the stored secret unless it is replaced', () => {
    const stored = toForm({ ...emptySystem, client_secret_set: true });
    expect(toBody(stored)).not.toHaveProperty('client_secret');
    expect(toBody({ ...stored, client_secret: 'new' })).toMatchObject({ client_secret: 'new' });
  });

  it('turns a repeated parameter into a list and back', () => {
    const form = {
      ...toForm(),
      extra_token_params: [
        ['resource', 'a'],
        ['resource', 'b'],
        ['x', 'y'],
      ] as [string, string][],
    };
    const body = toBody(form);
    expect(body.extra_token_params).toEqual({ resource: ['a', 'b'], x: 'y' });
    expect(
      toForm({ ...emptySystem, extra_token_params: body.extra_token_params ?? null }).extra_token_params,
    ).toEqual(form.extra_token_params);
  });

  it('calls an input without a label by its name, and leaves out one without a name', () => {
    const inputs = [
      { name: 'tenant', label: '', secret: false },
      { name: '', label: 'x', secret: true },
    ];
    expect(toBody({ ...toForm(), credential_inputs: inputs }).credential_inputs).toEqual([
      { name: 'tenant', label: 'tenant', secret: false },
    ]);
  });

  it('sends no OAuth member with another type', () => {
    expect(toBody({ ...toForm(), authentication_type: 'basic' })).not.toHaveProperty('token_url');
    expect(toBody({ ...toForm(), authentication_type: 'api_key' })).toMatchObject({
      api_key_in: 'header',
      api_key_name: 'X-Api-Key',
    });
  });
});

const emptySystem = {
  system_id: 's',
  system_name: 'S',
  description: '',
  base_url: 'https://x',
  status: 'enabled' as const,
  authentication_type: 'oauth2' as const,
  grant_type: 'client_credentials' as const,
  credential_inputs: [],
  test_request: null,
  default_headers: {},
  rate_limit: null,
  max_concurrency: null,
  token_failure_status_codes: [401],
  created_at: '',
  updated_at: '',
};
