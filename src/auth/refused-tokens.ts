// A flood of tokens that are none: each would cost a look into the database before anything counts it. An address may
// have as many refused as it may make requests; a token that was good a moment ago goes on beside the flood.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error.js';
import { RateBuckets } from '../common/http/rate-buckets.js';
import { tooMany } from '../common/http/rate-limit.guard.js';
import { AppConfig } from '../config/app-config.js';

const MAX_KNOWN = 10_000;

@Injectable()
export class RefusedTokens {
  private readonly rate: number;
  private readonly refused: RateBuckets;
  /** Digests of tokens that were good, the latest last. They prove nothing: each is checked as ever. */
  private readonly known = new Set<string>();

  constructor(config: AppConfig) {
    this.rate = config.environment.rateLimitPerSecond;
    this.refused = new RateBuckets(this.rate);
  }

  /** Checks the token of a caller, unless its address has had too many refused: then 429. */
  async counted<T>(address: string, token: string, check: () => Promise<T>): Promise<T> {
    if (this.rate === 0) return check();
    const digest = createHash('sha256').update(token).digest('base64');
    const isKnown = this.known.has(digest);
    const seconds = isKnown ? 0 : this.refused.take(address, Date.now());
    if (seconds > 0) throw tooMany(seconds);
    try {
      const caller = await check();
      if (!isKnown) this.refused.giveBack(address);
      this.remember(digest);
      return caller;
    } catch (error) {
      if (isKnown) this.known.delete(digest);
      else if (!isRefusal(error)) this.refused.giveBack(address);
      throw error;
    }
  }

  private remember(digest: string): void {
    this.known.delete(digest);
    this.known.add(digest);
    if (this.known.size <= MAX_KNOWN) return;
    const [oldest] = this.known;
    if (oldest !== undefined) this.known.delete(oldest);
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'unauthenticated';
