import { shownMessage } from './shown-message.js';

describe('shownMessage', () => {
  it('shows a request by its line, its headers and its body', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: '••••' };
    expect(shownMessage({ method: 'POST', url: 'https://x.example/token', headers, body: 'a=1' })).toBe(
      'POST https://x.example/token\ncontent-type: application/x-www-form-urlencoded\nauthorization: ••••\n\na=1',
    );
  });

  it('lays out a JSON body without rounding a number, and leaves one that was cut as it is', () => {
    const answer = { status: 200, content_type: 'application/json' };
    expect(shownMessage({ ...answer, body: '{"id":12345678901234567890}' })).toBe(
      '200\ncontent-type: application/json\n\n{\n  "id": 12345678901234567890\n}',
    );
    expect(shownMessage({ ...answer, body: '{"id":1,' })).toContain('\n\n{"id":1,');
  });

  it('shows words as words, and members that it does not know', () => {
    expect(shownMessage('Stored token')).toBe('Stored token');
    expect(shownMessage({ grant: 'client_credentials' })).toBe('grant: client_credentials');
  });
});
