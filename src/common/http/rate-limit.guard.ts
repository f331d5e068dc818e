// One client must not take the service from the others: a token bucket for each access token, session or address, in
// this process. RATE_LIMIT_PER_SECOND sets the rate (0: none); twice the rate may come at once.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config.js';
import { DomainError } from '../errors/domain-error.js';
import type { PipewrightRequest } from './request-context.js';

const BURST_SECONDS = 2;
const MAX_BUCKETS = 10_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly rate: number;
  private readonly buckets = new Map<string, Bucket>();

  constructor(config: AppConfig) {
    this.rate = config.environment.rateLimitPerSecond;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<PipewrightRequest>();
    if (this.rate === 0 || request.routeOptions.url?.startsWith('/health/')) return true;
    const seconds = this.take(callerOf(request), Date.now());
    if (seconds === 0) return true;
    throw new DomainError('limit', 'rate_limited', 'Too many requests. Slow down.', undefined, seconds);
  }

  /** 0 when the call may go on, else the whole seconds to wait. */
  take(key: string, now: number): number {
    const capacity = this.rate * BURST_SECONDS;
    const bucket = this.buckets.get(key) ?? { tokens: capacity, filledAt: now };
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.filledAt) / 1000) * this.rate);
    bucket.filledAt = now;
    // Written again at the end: the oldest entry of the map is the one that was quiet for longest.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > MAX_BUCKETS) this.dropOldest();
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / this.rate));
    bucket.tokens -= 1;
    return 0;
  }

  private dropOldest(): void {
    const oldest = this.buckets.keys().next();
    if (!oldest.done) this.buckets.delete(oldest.value);
  }
}

const callerOf = (request: PipewrightRequest): string =>
  request.principal?.tokenId ?? request.principal?.sessionId ?? request.ip;
