// What the guards attach to a request: who calls, and inside which project.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { InstanceRole } from './access.decorator.js';

/** The authenticated caller. Read anew on each request: nothing here outlives a revocation. */
export interface Principal {
  userId: string;
  email: string;
  name: string;
  role: InstanceRole;
  /** Set when the caller signed in through the UI. */
  sessionId: string | null;
  /** Set when the caller sent a personal access token. */
  tokenId: string | null;
  readOnly: boolean;
  /** Projects that an access token is limited to; null: all of the person's. */
  tokenProjectIds: string[] | null;
}

/** The project of a `@Project` route, resolved once by the guard. */
export interface ProjectScope {
  projectId: string;
  userId: string;
  /** May change access to the project and delete it: its creator, an admin or the owner. */
  isManager: boolean;
  principal: Principal;
}

/** How the caller stands to the project that the path names; read in the one query that reads the caller. */
export interface Membership {
  projectId: string;
  createdBy: string;
  /** Its creator, or named by its users or groups. */
  isListed: boolean;
}

export interface PipewrightRequest extends FastifyRequest {
  /** The id of the project that the path of a `@Project` route names, when it is one. */
  projectAsked?: string;
  /** null: there is no such project. */
  membership?: Membership | null;
  principal?: Principal;
  projectScope?: ProjectScope;
}

export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const request = context.switchToHttp().getRequest<PipewrightRequest>();
  if (!request.principal) throw new Error('CurrentUser on a route without sign-in');
  return request.principal;
});

export const Scope = createParamDecorator((_: unknown, context: ExecutionContext): ProjectScope => {
  const request = context.switchToHttp().getRequest<PipewrightRequest>();
  if (!request.projectScope) throw new Error('Scope on a route that is not a project route');
  return request.projectScope;
});
