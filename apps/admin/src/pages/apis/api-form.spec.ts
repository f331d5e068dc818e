import type { TFunction } from 'i18next';
import { jsonFault, listPaths, pathParameters, toBody, toForm, unresolvedVariables } from './api-form.js';

const t = ((words: string) => words) as unknown as TFunction;

describe('the form of an API', () => {
  it('offers the lists of the sample answer as the place of the records', () => {
    expect(listPaths([{ id: 1 }])).toEqual(['$']);
    expect(listPaths({ data: { items: [{}], total: 1 }, errors: [] })).toEqual(['data.items', 'errors']);
    expect(listPaths({ id: 1 })).toEqual([]);
  });
  it('finds path parameters but not inputs of the credential', () => {
    expect(pathParameters('/shops/{{inputs.shop}}/orders/{id}/{line_id}')).toEqual(['id', 'line_id']);
  });
  it('keeps a sample request only as far as it is filled', () => {
    expect(toBody(toForm()).sample_request).toBeNull();
    expect(toBody({ ...toForm(), body_type: 'json', sample_body: '{"a":1}' }).sample_request).toEqual({
      body: { a: 1 },
    });
    expect(toBody({ ...toForm(), sample_query: [['page', '1']] }).sample_request).toEqual({
      query: { page: '1' },
    });
  });
  it('reads several record keys', () => {
    expect(toBody({ ...toForm(), record_key: 'id, line' }).record_key).toEqual(['id', 'line']);
    expect(toBody({ ...toForm(), record_key: 'id' }).record_key).toEqual(['id']);
  });
  it('says where JSON is broken', () => {
    expect(jsonFault('{"a":}', t)).toMatch(/JSON/);
    expect(jsonFault('', t)).toBeNull();
  });
});

it('names each variable that nothing fills in, once', () => {
  const form = {
    ...toForm(),
    path: '/orders/{{inputs.tenant}}/{{order}}',
    query_parameters: [['since', '{{order}} {{ inputs.username }}']] as [string, string][],
    headers: [['X-Shop', '{{inputs.shop}}']] as [string, string][],
  };
  expect(unresolvedVariables(form, ['tenant'])).toEqual(['order', 'inputs.shop']);
});
