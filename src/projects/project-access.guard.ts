// The second global guard: resolves the project of a `@Project` route once and checks membership. Not a member, no such
// project and a malformed id are the same 404.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '../common/errors/domain-error.js';
import { ACCESS_KEY, type AccessDeclaration } from '../common/http/access.decorator.js';
import { isId } from '../common/http/id.js';
import type { PipewrightRequest, Principal, ProjectScope } from '../common/http/request-context.js';
import { ProjectRepository } from './project.repository.js';

@Injectable()
export class ProjectAccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly projects: ProjectRepository,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<AccessDeclaration | undefined>(ACCESS_KEY, context.getHandler());
    if (access?.kind !== 'project') return true;
    const request = context.switchToHttp().getRequest<PipewrightRequest>();
    const principal = request.principal;
    if (!principal) throw DomainError.unauthenticated('The Authorization header is missing.');
    const scope = await this.scopeOf(principal, (request.params as Record<string, string>)[access.param]);
    if (!scope) throw DomainError.notFound('project');
    if (access.level === 'manager' && !scope.isManager) {
      throw DomainError.forbidden('Only the creator of the project, an admin or the owner may do this.');
    }
    request.projectScope = scope;
    return true;
  }

  private async scopeOf(principal: Principal, id: string | undefined): Promise<ProjectScope | null> {
    if (!isId(id)) return null;
    const projectId = id.toLowerCase();
    if (principal.tokenProjectIds && !principal.tokenProjectIds.includes(projectId)) return null;
    const access = await this.projects.accessOf(projectId, principal.userId, principal.email);
    if (!access) return null;
    const isStaff = principal.role !== 'member';
    if (!isStaff && !access.isListed) return null;
    return {
      projectId,
      userId: principal.userId,
      isManager: isStaff || access.createdBy === principal.userId,
      principal,
    };
  }
}
