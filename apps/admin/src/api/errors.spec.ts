import { ApiError, toApiError } from './errors.js';

describe('toApiError', () => {
  it('keeps the words, the code and the fields of the failure envelope', () => {
    const error = toApiError(
      400,
      {
        status: false,
        status_code: 400,
        message: 'The request is not valid.',
        error_code: 'validation_failed',
        errors: [{ field: 'project_name', code: 'required', message: 'Give the project a name.' }, 'odd'],
      },
      'req-1',
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error.code).toBe('validation_failed');
    expect(error.faults).toEqual([
      { field: 'project_name', code: 'required', message: 'Give the project a name.' },
    ]);
    expect(error.requestId).toBe('req-1');
  });

  it('tells an answer that is no envelope by its status', () => {
    expect(toApiError(502, '<html>', null)).toMatchObject({ status: 502, isOffline: true });
  });
});
