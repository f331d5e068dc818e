// The refresh token's cookie: unreadable to scripts, sent to the sign-in routes of the same site only.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors/domain-error.js';

const NAME = 'pipewright_refresh';
const PATH = '/api/auth';
const MAX_AGE_SECONDS = 30 * 86_400;

export const readRefreshCookie = (request: FastifyRequest): string | undefined => request.cookies[NAME];

export function setRefreshCookie(reply: FastifyReply, token: string | null, publicUrl: string): void {
  if (token === null) return;
  void reply.setCookie(NAME, token, {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    maxAge: MAX_AGE_SECONDS,
  });
}

export function clearRefreshCookie(reply: FastifyReply): void {
  void reply.clearCookie(NAME, { path: PATH });
}

/** A browser names the page that called; another site's page may not refresh. */
export function checkOrigin(request: FastifyRequest, allowed: string[]): void {
  const origin = request.headers.origin;
  if (origin === undefined) return;
  const own = `${request.protocol}://${request.host}`;
  if (origin !== own && !allowed.includes(origin)) {
    throw DomainError.unauthenticated('Suspicious login attempt: the call came from another site.');
  }
}
