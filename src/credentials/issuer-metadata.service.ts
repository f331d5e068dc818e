// Asks an issuer whether it always names itself in callbacks (RFC 8414, RFC 9207 section 3).
import { Injectable } from '@nestjs/common';
import { OutboundClient, OutboundError } from '#outbound';

const TOTAL_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const CACHED_MS = 3_600_000;
const MAX_CACHED = 1_000;

@Injectable()
export class IssuerMetadata {
  private readonly known = new Map<string, { announces: boolean; until: number }>();

  constructor(private readonly client: OutboundClient) {}

  /** False too when the issuer publishes nothing: then a missing `iss` proves nothing. */
  async announcesIssuer(issuer: string): Promise<boolean> {
    const known = this.known.get(issuer);
    if (known && known.until > Date.now()) return known.announces;
    const announces =
      (await this.ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, issuer)) ?? false;
    if (this.known.size >= MAX_CACHED) this.known.clear();
    this.known.set(issuer, { announces, until: Date.now() + CACHED_MS });
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
