// The global guard: every route that is not @Public() needs `Authorization: Bearer <ACCESS_TOKEN>`, either a personal
// access token or the UI's JWT.
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { equalTexts } from '../common/crypto/tokens.js';
import { DomainError } from '../common/errors/domain-error.js';
import { ACCESS_KEY, type AccessDeclaration, type InstanceRole } from '../common/http/access.decorator.js';
import { isId } from '../common/http/id.js';
import type { PipewrightRequest, Principal } from '../common/http/request-context.js';
import { AppConfig } from '../config/app-config.js';
import { ACCESS_TOKEN_PREFIX } from './access-token-format.js';
import { AccessTokensService } from './access-tokens.service.js';
import { UnknownKeyError } from './jwt-settings.js';
import { RefusedTokens } from './refused-tokens.js';
import { expiredToken, invalidToken } from './refusals.js';

const RANK: Record<InstanceRole, number> = { member: 0, admin: 1, owner: 2 };

@Injectable()
export class BearerGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly accessTokens: AccessTokensService,
    private readonly refused: RefusedTokens,
    private readonly config: AppConfig,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<AccessDeclaration | undefined>(ACCESS_KEY, context.getHandler());
    if (access?.kind === 'public') return true;
    if (!access) throw DomainError.forbidden('This route declares no access.');
    const request = context.switchToHttp().getRequest<PipewrightRequest>();
    const token = bearerToken(request.headers.authorization);
    if (access.kind === 'instance' && access.metricsToken && this.isMetricsToken(token)) return true;
    request.projectAsked = projectAskedIn(request, access);
    request.principal = await this.refused.counted(request.ip, token, () =>
      this.authenticate(context, request, token),
    );
    this.authorize(request.principal, access, request.method);
    return true;
  }

  /** passport's outcome: the principal, or one of the two refusals. A fault of ours (database away) stays one. */
  override handleRequest<P = Principal>(error: unknown, user: P | false, info: unknown): P {
    if (error !== null && error !== undefined && !(error instanceof UnknownKeyError)) throw error as Error;
    if (user) return user;
    throw info instanceof Error && info.name === 'TokenExpiredError' ? expiredToken() : invalidToken();
  }

  private isMetricsToken(token: string): boolean {
    const expected = this.config.environment.metricsToken;
    return expected !== null && equalTexts(token, expected);
  }

  private async authenticate(
    context: ExecutionContext,
    request: PipewrightRequest,
    token: string,
  ): Promise<Principal> {
    if (token.startsWith(ACCESS_TOKEN_PREFIX)) {
      const caller = await this.accessTokens.authenticate(token, request.projectAsked ?? null);
      request.membership = caller.membership;
      return caller.principal;
    }
    await super.canActivate(context);
    return (request as PipewrightRequest & { user: Principal }).user;
  }

  private authorize(principal: Principal, access: AccessDeclaration, method: string): void {
    if (principal.readOnly && method !== 'GET' && method !== 'HEAD') {
      throw DomainError.forbidden('This access token may only read. Use one that is not read-only.');
    }
    if (access.kind !== 'instance') return;
    if (RANK[principal.role] < RANK[access.role]) {
      throw DomainError.forbidden(
        access.role === 'owner' ? 'Only the owner may do this.' : 'Only the owner and admins may do this.',
      );
    }
    if (principal.tokenProjectIds !== null && !access.allowLimitedTokens) {
      throw DomainError.forbidden('This access token is limited to projects and may not do this.');
    }
  }
}

function projectAskedIn(request: PipewrightRequest, access: AccessDeclaration): string | undefined {
  if (access.kind !== 'project') return undefined;
  const id = (request.params as Record<string, string>)[access.param];
  return isId(id) ? id.toLowerCase() : undefined;
}

/** The token of an Authorization header (RFC 6750 section 2.1; the scheme is compared without case). */
function bearerToken(header: string | undefined): string {
  if (header === undefined || header.trim() === '')
    throw DomainError.unauthenticated('The Authorization header is missing.');
  const match = /^Bearer +([^\s]+) *$/i.exec(header);
  if (!match) throw DomainError.unauthenticated('The Authorization header must be: Bearer <ACCESS_TOKEN>.');
  return match[1] ?? '';
}
