// The words of a refused token (docs/api.md): two, so that they tell nothing else.
import { DomainError } from '../common/errors/domain-error.js';

export const invalidToken = () =>
  DomainError.unauthenticated('Suspicious login attempt: the access token is not valid.');
export const expiredToken = () => DomainError.unauthenticated('The access token has expired.');
