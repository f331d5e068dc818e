// One call of an API as a person tries it: built, authorised, sent, and shown with its secrets masked.
import { Injectable } from '@nestjs/common';
import { EngineError, type PreparedRequest, type RequestParts } from '#engine';
import { parseJson } from '#mapping';
import { OutboundClient, OutboundError, type OutboundResponse, type OutboundTimeouts } from '#outbound';
import { DomainError } from '../common/errors/domain-error.js';
import { scrubbedJson, scrubber } from '../common/logging/scrubber.js';
import {
  type CredentialAuthorizer,
  CredentialUnusableError,
} from '../credentials/credential-authorizer.types.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { TokenSource } from '../credentials/token-source.service.js';
import { withMaskedAuthorization } from '../systems/authentication/masked-authorization.builder.js';
import { SystemsService } from '../systems/systems.service.js';
import type { System } from '../systems/system.entity.js';
import type { ApiDefinition } from './api-definition.entity.js';
import type { CallableApi } from './api-settings.types.js';
import { readBody, writeBody } from './body.codec.js';
import { buildRequest, type RequestTarget, toCallableApi } from './request.builder.js';

export interface CallError {
  code: string;
  message: string;
}

export interface ApiCall {
  request: PreparedRequest | null;
  /** An authorization could be put on the request. */
  isAuthorized: boolean;
  /** null: there was none. */
  answer: OutboundResponse | null;
  /** The parsed body, or the text where it cannot be parsed. */
  body: unknown;
  error: CallError | null;
}

/** A caller bound to one API and one credential. */
export interface BoundCaller {
  api: CallableApi;
  origin: string;
  build: (parts: RequestParts) => PreparedRequest;
  send: (request: PreparedRequest) => Promise<ApiCall>;
  /** Takes the secrets of the credential out of what is shown. */
  scrub: (text: string) => string;
  /** The request with the authorization that it was sent with, masked. */
  withMask: (request: PreparedRequest) => PreparedRequest;
}

@Injectable()
export class ApiCallerService {
  constructor(
    private readonly systems: SystemsService,
    private readonly credentials: CredentialsService,
    private readonly tokens: TokenSource,
    private readonly client: OutboundClient,
  ) {}

  /** Throws 400 when the credential is not one of the API's system. */
  async bind(api: ApiDefinition, credentialId: string | null): Promise<BoundCaller> {
    const system = await this.systems.get(api.projectId, api.systemId);
    const credential = await this.credentialOf(system, credentialId);
    const inputs = credential ? this.credentials.inputsOf(credential) : { all: {}, secret: [] };
    const authorizer = this.tokens.open(system, credential, inputs.all);
    const target: RequestTarget = {
      baseUrl: system.baseUrl,
      defaultHeaders: system.defaultHeaders,
      inputs: inputs.all,
    };
    const callable = toCallableApi(api);
    return {
      api: callable,
      origin: new URL(system.baseUrl).origin,
      build: (parts) => buildRequest(callable, target, parts, false),
      send: (request) => this.send(system, callable, authorizer, request),
      scrub: (text) => scrubber([...inputs.secret, ...authorizer.secrets()])(text),
      withMask: (request) => (credential ? withMaskedAuthorization(request, system) : request),
    };
  }

  private async credentialOf(system: System, id: string | null) {
    if (id === null) {
      if (system.authenticationType === 'none') return null;
      throw DomainError.invalidField(
        'credential_id',
        'is required: the system needs authentication',
        'required',
      );
    }
    const [credential] = await this.credentials.findMany(system.projectId, [id]);
    if (credential?.systemId !== system.id)
      throw DomainError.invalidField(
        'credential_id',
        'is not a credential of the system of this API',
        'unknown_credential',
      );
    return credential;
  }

  /** A refused token is renewed once, as a run does. */
  private async send(
    system: System,
    api: CallableApi,
    authorizer: CredentialAuthorizer,
    request: PreparedRequest,
  ): Promise<ApiCall> {
    let isAuthorized = false;
    try {
      const body = writeBody(api.body_type, request.body);
      const attempt = async () => {
        const { url, headers, tokenVersion } = await authorizer.apply(request.url, request.headers);
        isAuthorized = true;
        const answer = await this.client.request({
          method: request.method,
          url,
          headers,
          body,
          timeouts: timeoutsOf(api),
        });
        return { answer, tokenVersion };
      };
      const first = await attempt();
      const isRefused = system.tokenFailureStatusCodes.includes(first.answer.status);
      const { answer } = isRefused && (await authorizer.renew(first.tokenVersion)) ? await attempt() : first;
      return { request, isAuthorized, answer, ...parsed(answer) };
    } catch (error) {
      return { request, isAuthorized, answer: null, body: undefined, error: toCallError(error) };
    }
  }
}

/** A fault of the call as a value; anything else is a fault of ours. */
export function toCallError(error: unknown): CallError {
  if (error instanceof OutboundError || error instanceof EngineError)
    return { code: error.code, message: error.message };
  if (error instanceof CredentialUnusableError)
    return { code: error.kind.toUpperCase(), message: error.message };
  throw error;
}

function timeoutsOf(api: CallableApi): OutboundTimeouts | undefined {
  const { timeouts } = api;
  return timeouts
    ? {
        connectMs: timeouts.connect_ms,
        headersMs: timeouts.read_ms,
        bodyIdleMs: timeouts.read_ms,
        totalMs: timeouts.total_ms,
      }
    : undefined;
}

/** A body that is not what it claims to be is shown as its text, with the reason that a run would tell. */
function parsed(answer: OutboundResponse): Pick<ApiCall, 'body' | 'error'> {
  const type = answer.headers['content-type'];
  try {
    return { body: readBody(typeof type === 'string' ? type : '', answer.body), error: null };
  } catch (error) {
    const message = `The answer cannot be read: ${(error as Error).message}`;
    return { body: answer.body.toString('utf8'), error: { code: 'BODY', message } };
  }
}

/** Bodies above this are shown by their beginning. */
const MAX_SHOWN_BYTES = 256 * 1024;

/** A body as it is shown: masked, and only its beginning when it is large. */
export function shownBody(body: unknown, scrub: (text: string) => string): unknown {
  if (body === undefined) return null;
  const text = scrubbedJson(body, scrub);
  if (text.length <= MAX_SHOWN_BYTES) return parseJson(text);
  return { cut: true, bytes: Buffer.byteLength(text), begin: text.slice(0, 64 * 1024) };
}
