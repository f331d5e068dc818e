// Asks an issuer whether it always names itself in callbacks (RFC 8414, RFC 9207 section 3).
import { Injectable } from '@nestjs/common';
import { OutboundClient, OutboundError } from '#outbound';

const TOTAL_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const CACHED_MS = 3_600_000;
const UNANSWERED_MS = 60_000;
const MAX_CACHED = 1_000;

@Injectable()
export class IssuerMetadata {
  private readonly known = new Map<string, { announces: boolean; until: number }>();

  constructor(private readonly client: OutboundClient) {}

  /** False too when the issuer publishes nothing: then a missing `iss` proves nothing. */
  async announcesIssuer(issuer: string): Promise<boolean> {
    const known = this.known.get(issuer);
    if (known && known.until > Date.now()) return known.announces;
    const answers = await Promise.all(metadataUrls(issuer).map((url) => this.ask(url, issuer)));
    const announces = answers.includes(true);
    // An issuer that is away for a moment is asked again soon.
    const until = Date.now() + (answers.every((answer) => answer === null) ? UNANSWERED_MS : CACHED_MS);
    if (this.known.size >= MAX_CACHED) this.known.clear();
    this.known.set(issuer, { announces, until });
    return announces;
  }

  private async ask(url: string, issuer: string): Promise<boolean | null> {
    try {
      const timeouts = { connectMs: TOTAL_MS, totalMs: TOTAL_MS };
      const { status, body } = await this.client.request({
        method: 'GET',
        url,
        timeouts,
        maxBytes: MAX_BYTES,
      });
      if (status !== 200) return null;
      const metadata: unknown = JSON.parse(body.toString('utf8'));
      if (typeof metadata !== 'object' || metadata === null) return null;
      const { issuer: named, authorization_response_iss_parameter_supported: announces } = metadata as Record<
        string,
        unknown
      >;
      return named === issuer && announces === true;
    } catch (error) {
      if (error instanceof OutboundError || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}

/** Where metadata are published: OpenID Connect Discovery 4 after the issuer, RFC 8414 3.1 between host and path. */
function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}
