// The test request of a system, sent with a credential.
import { Injectable } from '@nestjs/common';
import { OutboundClient, OutboundError } from '#outbound';
import { withMaskedAuthorization } from '../systems/authentication/masked-authorization.builder.js';
import type { System } from '../systems/system.entity.js';
import { CredentialUnusableError } from './credential-authorizer.types.js';
import type { Credential } from './credential.entity.js';
import { shownAnswer, shownCall, type TestStep } from './credential-test.steps.js';
import { CredentialsService } from './credentials.service.js';
import { fillInputs } from './inputs.builder.js';
import { TokenSource } from './token-source.service.js';

const CALL_TIMEOUTS = { connectMs: 5_000, headersMs: 15_000, bodyIdleMs: 15_000, totalMs: 30_000 };
const MAX_BYTES = 1024 * 1024;

@Injectable()
export class TestCall {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly source: TokenSource,
    private readonly client: OutboundClient,
  ) {}

  async run(system: System, credential: Credential): Promise<TestStep> {
    const {
      method,
      path,
      expected_statuses: expected,
    } = system.testRequest as NonNullable<System['testRequest']>;
    const { all, secret } = this.credentials.inputsOf(credential);
    const authorizer = this.source.open(system, credential, all);
    const base = system.baseUrl.replace(/\/$/, '');
    const shown = shownCall(method, `${base}/${path.replace(/^\//, '')}`, system.defaultHeaders);
    const step = { name: 'Test request', request: { ...shown, body: null } };
    const started = performance.now();
    const failed = (error: string): TestStep => ({
      ...step,
      ok: false,
      status: null,
      duration_ms: Math.round(performance.now() - started),
      response: null,
      error,
    });
    try {
      const fill = (text: string, encode?: (value: string) => string) =>
        fillInputs(text, all, (words) => new CredentialUnusableError('configuration', words), encode);
      const url = `${fill(base)}/${fill(path, encodeURIComponent).replace(/^\//, '')}`;
      if (!URL.canParse(url) || new URL(url).origin !== new URL(system.baseUrl).origin)
        return failed('The path leaves the origin of the system.');
      const filled = Object.entries(system.defaultHeaders).map(
        ([name, value]) => [name, fill(value)] as const,
      );
      const { url: address, headers } = await authorizer.apply(url, Object.fromEntries<string>(filled));
      step.request = { ...withMaskedAuthorization(shown, system), body: null };
      const answer = await this.client.request({
        method,
        url: address,
        headers,
        timeouts: CALL_TIMEOUTS,
        maxBytes: MAX_BYTES,
      });
      const isExpected =
        expected.length > 0 ? expected.includes(answer.status) : answer.status >= 200 && answer.status < 300;
      return {
        ...step,
        ok: isExpected,
        status: answer.status,
        duration_ms: Math.round(answer.durationMs),
        response: shownAnswer(answer, [...secret, ...authorizer.secrets()]),
        error: isExpected ? null : `The test request answered HTTP ${answer.status}.`,
      };
    } catch (error) {
      if (error instanceof OutboundError || error instanceof CredentialUnusableError)
        return failed(error.message);
      throw error;
    }
  }
}
