// The words of refused tokens and sign-ins (docs/api.md): few, so that they tell nothing else.
import { DomainError } from '../common/errors/domain-error.js';

const suspicious = (reason: string) => DomainError.unauthenticated(`Suspicious login attempt: ${reason}`);

export const invalidToken = () => suspicious('the access token is not valid.');
export const expiredToken = () => DomainError.unauthenticated('The access token has expired.');

/** A wrong password, an unknown address and a suspended account read alike. */
export const wrongSignIn = () => suspicious('the e-mail address or the password is wrong.');
export const blockedSignIn = () =>
  suspicious('too many attempts with this account from this address. Try again in 15 minutes.');
export const codeNeeded = () => suspicious('a one-time code is needed.');
export const wrongCode = () => suspicious('the one-time code is wrong or was used already.');
export const endedSession = () => suspicious('the session has ended. Please sign in again.');
export const wrongSetupToken = () =>
  suspicious('the set-up token is not the one that the first start printed.');
export const wrongLink = () => suspicious('the link is not valid, was used already or has ended.');
