import { loggableChanges } from './loggable-changes.js';

const one = (field: string, before: unknown, after: unknown) =>
  loggableChanges([{ field, before, after }])[0];

describe('loggableChanges', () => {
  it('tells plain values before and after', () => {
    expect(one('project_name', 'A', 'B')).toEqual({ field: 'project_name', before: 'A', after: 'B' });
    expect(one('settings', undefined, [1, true, null])).toEqual({
      field: 'settings',
      before: null,
      after: [1, true, null],
    });
  });

  it.each([
    ['client_secret'],
    ['password'],
    ['access_token'],
    ['inputs'],
    ['api_key'],
    ['X-Api-Key'],
    ['Authorization'],
    ['cookie'],
  ])('tells of %s only that it changed', (field) => {
    expect(one(field, 'old', 'new')).toEqual({ field, before: null, after: 'changed' });
  });

  it.each([['token_url'], ['token_path'], ['api_key_name'], ['authorization_header'], ['client_secret_set']])(
    'shows %s, which is no secret',
    (field) => {
      expect(one(field, 'old', 'new')).toEqual({ field, before: 'old', after: 'new' });
    },
  );

  it('masks secrets at any depth', () => {
    expect(
      one('default_headers', {}, { 'X-Api-Key': 's', Accept: 'json', deep: [{ password: 'p' }] }),
    ).toEqual({
      field: 'default_headers',
      before: {},
      after: { 'X-Api-Key': 'changed', Accept: 'json', deep: [{ password: 'changed' }] },
    });
  });

  it('drops the user info of addresses', () => {
    expect(one('alerts___webhook_url', '', 'see https://bob:s3cret@host.example/x')?.after).toBe(
      'see https://host.example/x',
    );
  });

  it('does not store long values or many fields', () => {
    expect(one('sample_response', null, { text: 'x'.repeat(3000) })?.after).toBe('changed');
    const many = Array.from({ length: 80 }, (_, index) => ({ field: `f${index}`, before: 1, after: 2 }));
    expect(loggableChanges(many)).toHaveLength(50);
  });
});
