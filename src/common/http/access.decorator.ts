// Every route handler declares who may call it; the access scan refuses to start with an undeclared one.
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export type InstanceRole = 'member' | 'admin' | 'owner';

export type AccessDeclaration =
  | { kind: 'public' }
  | { kind: 'instance'; role: InstanceRole; allowLimitedTokens: boolean; metricsToken: boolean }
  | { kind: 'project'; param: string; level: 'member' | 'manager' };

export const ACCESS_KEY = 'pipewright:access';

/** For the guards, and for the words of the OpenAPI document. */
const declare = (access: AccessDeclaration): MethodDecorator =>
  applyDecorators(SetMetadata(ACCESS_KEY, access), ApiExtension('x-access', access));

/** No sign-in needed: only the open routes of docs/api.md. */
export const Public = (): MethodDecorator =>
  applyDecorators(declare({ kind: 'public' }), ApiExtension('x-public', true));

/**
 * Any signed-in person with at least this role on the instance. Access tokens that are limited to projects are
 * refused unless `allowLimitedTokens` says that the route narrows its answer to them. `metricsToken`: the bearer may
 * also be METRICS_TOKEN; then there is no person behind the call.
 */
export const Instance = (
  role: InstanceRole = 'member',
  options: { allowLimitedTokens?: boolean; metricsToken?: boolean } = {},
) =>
  declare({
    kind: 'instance',
    role,
    allowLimitedTokens: options.allowLimitedTokens ?? false,
    metricsToken: options.metricsToken ?? false,
  });

/**
 * Someone with access to the project whose id stands in the path parameter `param`. `manager`: its creator, an
 * admin or the owner.
 */
export const Project = (param = 'project_id', level: 'member' | 'manager' = 'member') =>
  declare({ kind: 'project', param, level });
