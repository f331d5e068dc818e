// #outbound: the one way out. An HTTP client and an http.Agent face behind one address policy.

export { AllowListError, parseAllowList } from './allow-list.js';
export { type AddressPolicy, parseHttpUrl, type Resolve } from './address-policy.js';
export { type AgentPair, type AnswerNote, type CallAgent } from './agents.js';
export { headerProblem, type OutboundHeaders, type SharedHeaders } from './headers.js';
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_TIMEOUTS,
  OutboundClient,
  type OutboundOptions,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundTimeouts,
} from './outbound-client.js';
export { OutboundError, type OutboundErrorCode } from './outbound-error.js';
