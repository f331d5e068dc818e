// The one place where a thrown thing becomes an HTTP failure: DomainError, Nest's and Fastify's own, database errors.
import { types } from 'node:util';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { hasMetAnother } from '../../database/retried-transaction.js';
import { DomainError } from '../errors/domain-error.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { AppLogger } from '../logging/app-logger.js';
import { failureEnvelope, statusOf } from './failure-envelope.js';

interface Failure {
  status: number;
  code: ErrorCode;
  message: string;
  errors?: DomainError['errors'];
  retryAfterSeconds?: number;
}

@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(private readonly logger: AppLogger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const failure = toFailure(thrown, request);
    if (failure.status >= 500 && failure.status !== 503) {
      this.logger.errorOf('request failed', thrown, {
        method: request.method,
        route: request.routeOptions?.url,
        request_id: request.id,
      });
    }
    if (reply.sent) return;
    if (failure.retryAfterSeconds !== undefined) {
      void reply.header('retry-after', String(failure.retryAfterSeconds));
    }
    if (failure.status === 401) void reply.header('www-authenticate', 'Bearer');
    void reply
      .status(failure.status)
      .type('application/json; charset=utf-8')
      .send(failureEnvelope(failure.status, failure.message, failure.code, failure.errors));
  }
}

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'validation_failed',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
};

/** The status that the thrown thing is answered with. */
export const failureStatus = (thrown: unknown): number =>
  toFailure(thrown, { id: '', method: '', url: '' }).status;

type Failed = Pick<FastifyRequest, 'id' | 'method' | 'url'>;

function toFailure(thrown: unknown, request: Failed): Failure {
  if (thrown instanceof DomainError) {
    return {
      status: statusOf(thrown),
      code: thrown.code === '' ? 'internal_error' : thrown.code,
      message: thrown.message,
      errors: thrown.errors,
      retryAfterSeconds: thrown.retryAfterSeconds,
    };
  }
  if (thrown instanceof QueryFailedError)
    return databaseFailure(thrown.driverError as { code?: string }, request);
  if (thrown instanceof DatabaseError) return databaseFailure(thrown, request);
  const connection = connectionFailure(thrown);
  if (connection) return connection;
  if (thrown instanceof HttpException) return frameworkFailure(thrown.getStatus(), request, thrown.message);
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return frameworkFailure(status, request, (thrown as Error).message);
  }
  return internal(request);
}

/** Words for what the framework refuses before a handler runs. */
function frameworkFailure(status: number, request: Failed, message: string): Failure {
  const path = request.url.split('?')[0] ?? '';
  const words: Record<number, string> = {
    404: `There is no route ${request.method} ${path}.`,
    413: 'The body is too large: 1 MiB is the most, 5 MiB for samples and imports.',
    415: 'The Content-Type must be application/json.',
  };
  const known = CODE_OF_STATUS[status];
  if (status >= 500) return internal(request);
  return {
    status: known ? status : 400,
    code: known ?? 'validation_failed',
    message: words[status] ?? (message.endsWith('.') ? message : `${message}.`),
  };
}

/** The cause stands in the log only, under the request id. */
function internal(request: Pick<Failed, 'id'>): Failure {
  return {
    status: 500,
    code: 'internal_error',
    message: `Something went wrong on our side. The log tells more under the request id ${request.id}.`,
  };
}

/** SQLSTATE classes that a client's input or the moment can cause; everything else is a fault of ours. */
function databaseFailure(driverError: { code?: string }, request: Failed): Failure {
  const state = driverError.code ?? '';
  if (state.startsWith('22')) {
    return { status: 400, code: 'validation_failed', message: 'A value in the request cannot be stored.' };
  }
  if (state === '23505') return { status: 409, code: 'name_taken', message: 'That name is taken already.' };
  if (state === '23503' || state === '23001')
    return { status: 409, code: 'in_use', message: 'Something still uses this, or it is gone.' };
  if (hasMetAnother({ code: state })) return unavailable('Two changes met. Please try again.');
  if (state === '57014') return unavailable('The database took too long. Please try again.');
  if (state.startsWith('08') || state.startsWith('57P') || state.startsWith('53')) return databaseAway();
  return connectionFailure(driverError) ?? internal(request);
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
]);
const CONNECTION_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Driver not Connected|connection timeout|The database does not answer|not queryable/i;

function connectionFailure(thrown: unknown): Failure | null {
  // By shape: errors of sockets may come from another realm than this module.
  if (!types.isNativeError(thrown)) return null;
  const code = (thrown as { code?: unknown }).code;
  const isConnection =
    (typeof code === 'string' && CONNECTION_CODES.has(code)) || CONNECTION_WORDS.test(thrown.message);
  return isConnection ? databaseAway() : null;
}

const databaseAway = () => unavailable('The database cannot be reached at the moment. Please try again.');

function unavailable(message: string): Failure {
  return { status: 503, code: 'unavailable', message, retryAfterSeconds: 2 };
}
