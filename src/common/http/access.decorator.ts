// Every route handler declares who may call it; the access scan refuses to start with an undeclared one.
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export type InstanceRole = 'member' | 'admin' | 'owner';

export type AccessDeclaration =
  | { kind: 'public' }
  | { kind: 'instance'; role: InstanceRole; allowLimitedTokens: boolean }
  | { kind: 'project'; param: string; level: 'member' | 'manager' };

export const ACCESS_KEY = 'pipewright:access';

/** No sign-in needed: only the open routes of docs/api.md. */
export const Public = (): MethodDecorator =>
  applyDecorators(
    SetMetadata(ACCESS_KEY, { kind: 'public' } satisfies AccessDeclaration),
    ApiExtension('x-public', true),
  );

/**
 * Any signed-in person with at least this role on the instance. Access tokens that are limited to projects are
 * refused unless `allowLimitedTokens` says that the route narrows its answer to them.
 */
export const Instance = (role: InstanceRole = 'member', options: { allowLimitedTokens?: boolean } = {}) =>
  SetMetadata(ACCESS_KEY, {
    kind: 'instance',
    role,
    allowLimitedTokens: options.allowLimitedTokens ?? false,
  } satisfies AccessDeclaration);

/**
 * Someone with access to the project whose id stands in the path parameter `param`. `manager`: its creator, an
 * admin or the owner.
 */
export const Project = (param = 'project_id', level: 'member' | 'manager' = 'member') =>
  SetMetadata(ACCESS_KEY, { kind: 'project', param, level } satisfies AccessDeclaration);
