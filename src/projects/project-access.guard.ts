// The guard of `@Project` routes: checks the membership that was read with the caller and attaches the scope. Not a member, no such
// project and a malformed id are the same 404.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '../common/errors/domain-error.js';
import { ACCESS_KEY, type AccessDeclaration } from '../common/http/access.decorator.js';
import type { PipewrightRequest, ProjectScope } from '../common/http/request-context.js';

@Injectable()
export class ProjectAccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<AccessDeclaration | undefined>(ACCESS_KEY, context.getHandler());
    if (access?.kind !== 'project') return true;
    const request = context.switchToHttp().getRequest<PipewrightRequest>();
    const scope = scopeOf(request);
    if (!scope) throw DomainError.notFound('project');
    if (access.level === 'manager' && !scope.isManager) {
      throw DomainError.forbidden('Only the creator of the project, an admin or the owner may do this.');
    }
    request.projectScope = scope;
    return true;
  }
}

/** From what the bearer guard read with the caller. */
function scopeOf({ principal, membership }: PipewrightRequest): ProjectScope | null {
  if (!principal) throw DomainError.unauthenticated('The Authorization header is missing.');
  if (!membership) return null;
  const { projectId, createdBy, isListed } = membership;
  if (principal.tokenProjectIds && !principal.tokenProjectIds.includes(projectId)) return null;
  const isStaff = principal.role !== 'member';
  if (!isStaff && !isListed) return null;
  const isManager = isStaff || createdBy === principal.userId;
  return { projectId, userId: principal.userId, isManager, principal };
}
