// #oauth: the OAuth 2.0 client as plain functions and one class over an injected way out, clock and random source.

export { basicAuthorization, encodingsDiffer } from './client-authentication.js';
export { type FailureKind, type OAuthFailure, shownText } from './failure.js';
export { type TokenGrant } from './grants.js';
export {
  type AnswerMembers,
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
export { adviceFor, type Suggestion, tryVariants } from './advice.js';
export {
  type CallbackQuery,
  type CallbackRefusal,
  checkCallback,
  type ExpectedCallback,
  readCallback,
} from './callback.js';
export {
  type CallTransport,
  type ChainOutcome,
  type ChainPorts,
  type ChainStep,
  checkTokenCalls,
  type DynamicTokenMembers,
  MAX_TOKEN_CALLS,
  runTokenCalls,
} from './dynamic-token.js';
export { type TokenCall } from './token-call.js';
export {
  beginConsent,
  challengeOf,
  type ConsentFlow,
  FLOW_LIFETIME_MS,
  flowCookieName,
  hashOf,
  matchesHash,
  type RandomSource,
} from './flow.js';
export { type Provider, searchProviders } from './providers.js';
export {
  isDue,
  isExpired,
  judgeRenewalFailure,
  renewalTimeOf,
  renewalGrants,
  type RenewalInputs,
  type RenewalVerdict,
  renewToken,
  transientBackoffMs,
} from './renewal.js';
export {
  checkAnswerReading,
  checkOAuthMembers,
  checkPlacement,
  moveAuthorizeQuery,
  type SettingsProblem,
} from './settings-check.js';
export { type ExchangeTrace } from './token-endpoint.js';
export { MASK, type ShownRequest, type ShownResponse } from './trace.js';
