// One client must not take the service from the others: a token bucket for each access token, session or address, in
// this process. RATE_LIMIT_PER_SECOND sets the rate (0: none); twice the rate may come at once.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config.js';
import { DomainError } from '../errors/domain-error.js';
import { RateBuckets } from './rate-buckets.js';
import type { PipewrightRequest } from './request-context.js';

export const tooMany = (seconds: number): DomainError =>
  new DomainError('limit', 'rate_limited', 'Too many requests. Slow down.', undefined, seconds);

@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly rate: number;
  private readonly buckets: RateBuckets;

  constructor(config: AppConfig) {
    this.rate = config.environment.rateLimitPerSecond;
    this.buckets = new RateBuckets(this.rate);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<PipewrightRequest>();
    if (this.rate === 0 || request.routeOptions.url?.startsWith('/health/')) return true;
    const seconds = this.buckets.take(callerOf(request), Date.now());
    if (seconds === 0) return true;
    throw tooMany(seconds);
  }
}

const callerOf = (request: PipewrightRequest): string =>
  request.principal?.tokenId ?? request.principal?.sessionId ?? request.ip;
