// #oauth: the OAuth 2.0 client as plain functions and one class over an injected way out, clock and random source.

export { basicAuthorization, encodingsDiffer } from './client-authentication.js';
export { type FailureKind, type OAuthFailure, shownText } from './failure.js';
export { type TokenGrant } from './grants.js';
export {
  type AnswerReading,
  type BasicEncoding,
  type ClientAuthentication,
  DEFAULT_FORMAT,
  type ExtraParams,
  type GrantType,
  needsConsent,
  type OAuthMembers,
  type OAuthSettings,
  type PlacementMembers,
  readPlacement,
  readSettings,
  type TokenPlacement,
} from './settings.js';
export {
  type AnswerContext,
  type ParsedAnswer,
  parseTokenAnswer,
  type RawTokenAnswer,
} from './token-answer.js';
export {
  TokenEndpoint,
  type TokenEndpointOptions,
  type TokenOutcome,
  type TokenTransport,
} from './token-endpoint.js';
export {
  type AuthorizableRequest,
  type Authorization,
  authorizationOf,
  authorize,
  formatProblem,
  placeToken,
  previewRequest,
  TokenFormatError,
} from './token-format.js';
export { mergeTokens, type TokenSet } from './token-set.js';
