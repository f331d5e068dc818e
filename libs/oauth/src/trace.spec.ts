import { MASK, shownAnswer } from './trace.js';

const shown = (body: string) =>
  JSON.parse(
    shownAnswer({ status: 200, contentType: 'application/json', body: Buffer.from(body) }, []).body ?? 'null',
  );

describe('a token answer as it is shown', () => {
  it('masks numbers as it masks texts, but for harmless members', () => {
    expect(
      shown(
        '{"access_token":8412345678901,"refresh_token":"r","expires_in":3600,"ok":true,"data":[{"pin":42}]}',
      ),
    ).toEqual({
      access_token: MASK,
      refresh_token: MASK,
      expires_in: 3600,
      ok: true,
      data: [{ pin: MASK }],
    });
  });
});
