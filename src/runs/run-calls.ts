// The engine's calls over the one HTTP client: credentials placed per request, one renewal after a refused token.
import type { CallableApi } from '../apis/api-settings.types.js';
import {
  EngineError,
  type CallAnswer,
  type CallFault,
  type CallOutcome,
  type Calls,
  type FlowPlan,
  type LookupReference,
  type OutgoingRequest,
  type PreparedRequest,
  type RequestParts,
} from '#engine';
import {
  type OutboundClient,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundTimeouts,
  type SharedHeaders,
} from '#outbound';
import {
  type AuthorizedRequest,
  type CredentialAuthorizer,
  CredentialUnusableError,
} from '../credentials/credential-authorizer.types.js';
import type { ByteBudget, ByteShare } from './limits/byte-budget.js';
import { buildLookupRequest, buildRequest, originOf, type RequestTarget } from '../apis/request.builder.js';

/** Places the credential of one system on requests and renews it. */
export interface Authorizer {
  target: RequestTarget;
  /** statuses that say that the token was refused */
  tokenFailureStatuses: ReadonlySet<number>;
  /** false: there is nothing to renew, a refused request is the API's answer */
  hasCredential: boolean;
  apply: CredentialAuthorizer['apply'];
  /** After a refusal of that token: true when there is another one to try. */
  renew: CredentialAuthorizer['renew'];
  /**
   * The credential is refused for good: tells its owner, once. False: it was another token or password than the one that
   * is stored now, so nothing is known of that one.
   */
  refused(message: string, tokenVersion: number): Promise<boolean>;
}

export interface RunCallsOptions {
  client: OutboundClient;
  plan: FlowPlan;
  apis: ReadonlyMap<string, CallableApi>;
  /** by system id */
  authorizers: ReadonlyMap<string, Authorizer>;
  /** memory for pages of lists */
  budget: ByteBudget;
  /** tells how long a call took, for the statistics */
  onTime: (apiId: string, ms: number) => void;
}

/** Errors that no further attempt can mend. */
const CONFIG_CODES = new Set([
  'BLOCKED_ADDRESS',
  'INVALID_HEADER',
  'INVALID_REQUEST',
  'INVALID_URL',
  'REDIRECT_REFUSED',
]);

export class RunCalls implements Calls {
  private readonly apiOf = new Map<string, CallableApi>();
  private readonly mapped = new Set<string>();
  /** handlers whose answers are pages of a list */
  private readonly lists = new Set<string>();
  private readonly shares = new Set<ByteShare>();
  private readonly frames = new Map<string, PreparedRequest>();
  /** of calls that differ in their bodies alone */
  private readonly headers = new WeakMap<AuthorizedRequest, SharedHeaders>();

  constructor(private readonly options: RunCallsOptions) {
    const { plan, apis } = options;
    for (const step of [
      ...plan.before,
      ...(plan.driver ? [plan.driver] : []),
      ...plan.during,
      ...plan.after,
    ]) {
      const api = apis.get(step.api.api_id);
      if (api) this.apiOf.set(step.handler_id, api);
      if (step.mapping) this.mapped.add(step.handler_id);
      if (step.role === 'driver' || step.role === 'side_table') this.lists.add(step.handler_id);
    }
  }

  origin(handlerId: string): string {
    return originOf(this.authorizer(this.api(handlerId)).target);
  }

  build(handlerId: string, parts: RequestParts): PreparedRequest {
    const api = this.api(handlerId);
    const build = (own: RequestParts): PreparedRequest =>
      buildRequest(api, this.authorizer(api).target, own, this.mapped.has(handlerId));
    if (
      parts.body === undefined ||
      hasMembers(parts.path) ||
      hasMembers(parts.query) ||
      hasMembers(parts.headers)
    )
      return build(parts);
    // Where a mapping fills the body alone, address and headers are the same for every record of the run.
    let frame = this.frames.get(handlerId);
    if (!frame) this.frames.set(handlerId, (frame = build(parts)));
    return frame.body === undefined ? frame : { ...frame, body: parts.body };
  }

  buildLookup(handlerId: string, reference: LookupReference): PreparedRequest {
    const lookup = this.options.apis.get(this.api(handlerId).lookup?.api_id ?? '');
    if (!lookup) throw new EngineError('CONFIG', 'The API for looking up outcomes is missing.');
    return buildLookupRequest(lookup, this.authorizer(lookup).target, reference);
  }

  send(handlerId: string, request: OutgoingRequest, signal: AbortSignal): Promise<CallOutcome> {
    return this.lists.has(handlerId)
      ? this.sendForPage(handlerId, request, signal)
      : this.sendAuthorized(handlerId, request, signal);
  }

  /** The answer may be large: memory for it is taken before it is read, and given back with the page. */
  private async sendForPage(
    handlerId: string,
    request: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const share = this.options.budget.share();
    this.shares.add(share);
    const release = (): void => {
      this.shares.delete(share);
      share.release();
    };
    const outcome = await this.sendAuthorized(handlerId, request, signal, share);
    if (outcome.kind === 'fault') {
      release();
      return outcome;
    }
    share.keep(outcome.body.length);
    return { ...outcome, release };
  }

  /** The run is over: whatever of its pages was not given back. */
  close(): void {
    for (const share of this.shares) share.release();
    this.shares.clear();
  }

  private async sendAuthorized(
    handlerId: string,
    request: OutgoingRequest,
    signal: AbortSignal,
    share?: ByteShare,
  ): Promise<CallOutcome> {
    const api = this.options.apis.get(request.api_id) ?? this.api(handlerId);
    const authorizer = this.authorizer(api);
    for (let hasRenewed = false; ; hasRenewed = true) {
      let tokenVersion = 0;
      let outcome: CallOutcome;
      const started = performance.now();
      try {
        const applied = authorizer.apply(request.url, request.headers);
        const authorized = applied instanceof Promise ? await applied : applied;
        tokenVersion = authorized.tokenVersion;
        const call = this.callOf(api, authorized, request, signal, share);
        outcome = answerOf(await this.options.client.request(call), authorized.url, request.url);
      } catch (error) {
        outcome = faultOf(error);
      } finally {
        this.options.onTime(api.api_id, performance.now() - started);
      }
      if (!isRefusal(outcome, authorizer)) return outcome;
      if (hasRenewed) return refusedBy(authorizer, outcome, tokenVersion);
      try {
        if (!(await authorizer.renew(tokenVersion))) return refusedBy(authorizer, outcome, tokenVersion);
      } catch (error) {
        return faultOf(error);
      }
    }
  }

  private callOf(
    api: CallableApi,
    authorized: AuthorizedRequest,
    { method, idempotency, body }: OutgoingRequest,
    signal: AbortSignal,
    share: ByteShare | undefined,
  ): OutboundRequest {
    return {
      method,
      url: authorized.url,
      headers: this.headersOf(authorized),
      ownHeader: idempotency ? [idempotency.header, idempotency.key] : undefined,
      body: body ?? null,
      signal,
      timeouts: timeoutsOf(api),
      room: share?.take,
    };
  }

  private headersOf(authorized: AuthorizedRequest): SharedHeaders {
    const known = this.headers.get(authorized);
    if (known) return known;
    const shared = this.options.client.share(authorized.headers);
    this.headers.set(authorized, shared);
    return shared;
  }

  private api(handlerId: string): CallableApi {
    const api = this.apiOf.get(handlerId);
    if (!api) throw new EngineError('CONFIG', `There is no API for "${handlerId}".`);
    return api;
  }

  private authorizer(api: CallableApi): Authorizer {
    const authorizer = this.options.authorizers.get(api.system_id);
    if (!authorizer)
      throw new EngineError('CONFIG', `There is no credential for the system of "${api.api_name}".`);
    return authorizer;
  }
}

const hasMembers = (part: object | undefined): boolean => part !== undefined && Object.keys(part).length > 0;

/** An answer that refuses the credential is told to its owner unless a rule of the API has it otherwise. */
function refusedBy(authorizer: Authorizer, outcome: CallAnswer, tokenVersion: number): CallOutcome {
  const message = `The system refuses the credential (status ${outcome.status}).`;
  const refused = async (): Promise<CallFault> => {
    try {
      const isHeld = await authorizer.refused(message, tokenVersion);
      // with a newer token the same request may be taken, and with a newer password the run has to begin its turn anew
      const code = isHeld ? 'AUTH' : tokenVersion === 0 ? 'AUTH_CHANGED' : 'TOKEN';
      return { kind: 'fault', code, sent: false, message };
    } catch (error) {
      return faultOf(error);
    }
  };
  return { ...outcome, refused };
}

/** `sent`: the URL asked, with the credential that may stand in it; `built`: without. */
function answerOf(answer: OutboundResponse, sent: string, built: string): CallAnswer {
  return {
    kind: 'answer',
    status: answer.status,
    headers: flat(answer.headers),
    body: answer.body,
    url: withoutCredential(answer.url, sent, built),
  };
}

function isRefusal(outcome: CallOutcome, authorizer: Authorizer): outcome is CallAnswer {
  return (
    outcome.kind === 'answer' &&
    authorizer.hasCredential &&
    authorizer.tokenFailureStatuses.has(outcome.status)
  );
}

/** Without a redirect the address asked is the one built, in which no credential stands. */
function withoutCredential(answered: string, sent: string, built: string): string {
  return answered === sent || answered === new URL(sent).href ? built : answered;
}

/** Joins repeated headers in place: the answer is nobody else's. */
function flat(headers: Record<string, string | string[]>): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = value.join(', ');
  }
  return headers as Record<string, string>;
}

function timeoutsOf(api: CallableApi): OutboundTimeouts | undefined {
  const { timeouts } = api;
  if (!timeouts) return undefined;
  return {
    connectMs: timeouts.connect_ms,
    headersMs: timeouts.read_ms,
    bodyIdleMs: timeouts.read_ms,
    totalMs: timeouts.total_ms,
  };
}

function faultOf(error: unknown): CallFault {
  if (error instanceof EngineError)
    return { kind: 'fault', code: 'CONFIG', sent: false, message: error.message };
  if (error instanceof CredentialUnusableError) {
    // The run has to begin its turn anew, at the host where the system is now.
    if (error.kind === 'moved')
      return { kind: 'fault', code: 'AUTH_CHANGED', sent: false, message: error.message };
    // A system that gives no token for a moment is like one that does not answer; the rest needs a person.
    const code = error.kind === 'transient' ? 'TOKEN' : 'AUTH';
    return { kind: 'fault', code, sent: false, message: error.message };
  }
  if (!(error instanceof OutboundError)) throw error;
  const code = CONFIG_CODES.has(error.code) ? 'CONFIG' : error.code;
  return { kind: 'fault', code, sent: error.sent, message: error.message };
}
