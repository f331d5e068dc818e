// The last global guard: refuses a body that the parser could not read, and members where none belong, once it is known
// who calls.
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.js';
import { MAX_ERRORS, unknownMember } from '../validation/validation.pipe.js';
import { UnreadableBody } from './body-parser.js';

@Injectable()
export class ReadableBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (body instanceof UnreadableBody) throw body.error;
    // webhooks have their bytes
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return true;
    const names = Object.keys(body);
    if (names.length > 0 && !takesBody(context))
      throw DomainError.invalid(names.slice(0, MAX_ERRORS).map((name) => unknownMember(name, [])));
    return true;
  }
}

/** Nest keeps what a handler is given as `<kind>:<position>`. */
function takesBody(context: ExecutionContext): boolean {
  const given = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) as
    Record<string, unknown> | undefined;
  return Object.keys(given ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
