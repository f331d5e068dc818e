import { reasonIn, reasonOf } from './reason.js';

describe('the reason of an error answer', () => {
  it.each([
    [{ message: 'channel is required.' }, 'channel is required.'],
    [{ error: 'invalid_request', error_description: 'No audience.' }, 'No audience.'],
    [{ errors: [{ detail: 'SKU unknown' }] }, 'SKU unknown'],
    [{ error: { message: 'nested' } }, 'nested'],
    [{ title: 'Bad', detail: 'Why' }, 'Why'],
    ['  plain\n text ', 'plain text'],
    ['binary\0\u0001 text', 'binary text'],
    [`${'x'.repeat(299)}🎉`, 'x'.repeat(299)],
    ['<html><h1>502</h1></html>', null],
    [{ ok: false }, null],
    [undefined, null],
    [{ order: { id: 7, description: 'a red shirt', title: 'Shirt' } }, null],
    [{ a: { b: { c: { d: { e: { f: { message: 'too deep' } } } } } } }, null],
  ])('of %j is %j', (body, reason) => {
    expect(reasonIn(body)).toBe(reason);
  });

  it.each([
    ['Rails, by field', { errors: { sku: ['is invalid'] } }, 'sku: is invalid'],
    [
      'Rails, several',
      { errors: { sku: ['is invalid', 'is taken'], base: ['Too late'] } },
      'sku: is invalid, is taken; Too late',
    ],
    ['Rails, texts', { errors: ['Sku is invalid', 'Name is missing'] }, 'Sku is invalid; Name is missing'],
    [
      'Rails, with a status',
      { status: 422, error: 'Unprocessable Entity', errors: { sku: ['is invalid'] } },
      'Unprocessable Entity: sku: is invalid',
    ],
    [
      'Shopify, fields named like parts of an error',
      { errors: { title: ["can't be blank"] } },
      "title: can't be blank",
    ],
    ['Shopify, a text', { errors: 'Not Found' }, 'Not Found'],
    [
      'Shopify GraphQL',
      {
        data: {
          productCreate: {
            product: null,
            userErrors: [{ field: ['input', 'title'], message: "can't be blank" }],
          },
        },
      },
      "input.title: can't be blank",
    ],
    [
      'ASP.NET',
      {
        type: 'https://tools.ietf.org/html/rfc9110',
        title: 'One or more validation errors occurred.',
        status: 400,
        errors: { Sku: ['The Sku field is required.'] },
        traceId: '00',
      },
      'One or more validation errors occurred. Sku: The Sku field is required.',
    ],
    [
      'ASP.NET of old',
      { Message: 'The request is invalid.', ModelState: { 'order.Sku': ['Required.'] } },
      'The request is invalid. order.Sku: Required.',
    ],
    [
      'problem+json',
      { title: 'Out of credit', detail: 'Your balance is 30.', status: 403 },
      'Your balance is 30.',
    ],
    [
      'problem+json with invalid-params',
      { title: 'Not valid.', 'invalid-params': [{ name: 'age', reason: 'must be positive' }] },
      'Not valid. age: must be positive',
    ],
    [
      'Magento, named parameters',
      { message: '"%fieldName" is required.', parameters: { fieldName: 'sku' } },
      '"sku" is required.',
    ],
    [
      'Magento, numbered parameters',
      { message: 'No entity with %1 = %2', parameters: ['id', 5] },
      'No entity with id = 5',
    ],
    [
      'Magento, several',
      {
        message: 'One or more errors',
        errors: [{ message: '%fieldName is bad', parameters: { fieldName: 'sku' } }],
      },
      'One or more errors: sku is bad',
    ],
    [
      'Laravel',
      { message: 'The given data was invalid.', errors: { sku: ['The sku field is required.'] } },
      'The given data was invalid. sku: The sku field is required.',
    ],
    [
      'Django REST',
      { sku: ['This field is required.'], non_field_errors: ['Too late.'] },
      'sku: This field is required.; Too late.',
    ],
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'sku'], msg: 'field required', type: 'missing' }] },
      'body.sku: field required',
    ],
    [
      'JSON:API',
      {
        errors: [
          {
            status: '422',
            title: 'Invalid',
            detail: 'must not be empty',
            source: { pointer: '/data/attributes/sku' },
          },
        ],
      },
      '/data/attributes/sku: must not be empty',
    ],
    [
      'Google',
      { error: { code: 400, message: 'Bad sku', errors: [{ message: 'Bad sku', domain: 'global' }] } },
      'Bad sku',
    ],
    ['OData', { error: { code: '', message: { lang: 'en', value: 'No such item' } } }, 'No such item'],
    [
      'NestJS',
      { statusCode: 400, message: ['sku must be a string', 'qty is missing'], error: 'Bad Request' },
      'sku must be a string; qty is missing',
    ],
    [
      'Mongoose',
      { errors: { sku: { message: 'Path `sku` is required.', kind: 'required' } } },
      'sku: Path `sku` is required.',
    ],
    [
      'Salesforce',
      [
        {
          message: 'Required fields are missing: [Name]',
          errorCode: 'REQUIRED_FIELD_MISSING',
          fields: ['Name'],
        },
      ],
      'Required fields are missing: [Name]',
    ],
    [
      'a SOAP fault',
      {
        'soap:Envelope': {
          'soap:Body': { 'soap:Fault': { faultcode: 'soap:Client', faultstring: 'No such item' } },
        },
      },
      'No such item',
    ],
    ['codes alone', { errors: [{ field: 'sku', code: 'taken' }] }, 'sku: taken'],
  ])('%s', (_, body, reason) => {
    expect(reasonIn(body)).toBe(reason);
  });

  it('is of what went wrong, where a good answer is judged by a rule', () => {
    expect(reasonIn({ id: 1, title: 'Shirt', description: 'red' }, true)).toBeNull();
    expect(reasonIn({ status: 'error', title: 'Shirt', message: 'Out of stock' }, true)).toBe('Out of stock');
  });

  it('of one item of a batch is in its error alone', () => {
    expect(reasonOf({ sku: ['is invalid'] })).toBe('sku: is invalid');
    expect(reasonOf([{ message: 'taken' }])).toBe('taken');
    expect(reasonOf('no')).toBe('no');
  });
});
