import { answerCondition } from './condition.shape.js';

const faultOf = (path: string) => answerCondition.find({ path, op: 'exists' });

describe('a condition on an answer', () => {
  it.each([
    '@response.status',
    '@response["status"]',
    '@response.headers.etag',
    '@response.headers["x-more"]',
    '@response["headers"].etag',
    '@response.body',
    '@response.body.items[0].id',
    '@response.body[0]',
    '@response["body"].ok',
  ])('may read %s', (path) => {
    expect(faultOf(path)).toBeNull();
  });

  it.each([
    '@response',
    '@response.foo',
    '@response.statuss',
    '@response.status.code',
    '@response.headers',
    '@response.bodyx',
    '@response[0].x',
    '@response["statuss"]',
    '@responses.body',
    'ok',
  ])('may not read %s, which no answer has', (path) => {
    expect(faultOf(path)).toContain(`"${path}"`);
  });
});
