// Our own JSON body parser: clear words for each fault, bounds on depth and size, no prototype names outside samples.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayHoldExactNumber, parseJson } from '#mapping';
import { DomainError, type FieldError } from '../errors/domain-error.js';
import { RAW_MEMBERS } from '../validation/raw-json.js';
import { findDuplicateMember } from './duplicate-members.js';
import { joinFieldPath } from './field-path.js';
import { shapeOf } from './json-shape.js';

const MAX_DEPTH = 64;
const MAX_KEYS = 10_000;
/** Samples are payloads of other systems: more members, and `__proto__` is inert data there. */
const MAX_KEYS_WITH_SAMPLES = 100_000;

export const BODY_LIMIT_BYTES = 1024 * 1024;
export const LARGE_BODY_LIMIT_BYTES = 5 * 1024 * 1024;

/** A body that could not be read: refused after the guards, so that a caller without a token learns nothing but 401. */
export class UnreadableBody {
  constructor(readonly error: Error) {}
}

/** Registers the parser; `rawRoutes` keep their bytes (webhooks verify signatures over them). */
export function registerBodyParser(
  server: FastifyInstance,
  isRawRoute: (request: FastifyRequest) => boolean,
): void {
  server.removeAllContentTypeParsers();
  const parse = (
    request: FastifyRequest,
    bytes: Buffer,
    done: (error: Error | null, body?: unknown) => void,
  ) => {
    try {
      done(null, isRawRoute(request) ? bytes : parseJsonBody(bytes));
    } catch (error) {
      done(null, new UnreadableBody(error as Error));
    }
  };
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: LARGE_BODY_LIMIT_BYTES },
    (request, body, done) => parse(request, body as Buffer, done),
  );
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: LARGE_BODY_LIMIT_BYTES },
    (request, body, done) => {
      if (isRawRoute(request)) return done(null, body);
      if ((body as Buffer).length === 0) return done(null, {});
      done(null, new UnreadableBody(unsupported()));
    },
  );
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.method === 'POST' && !isRawRoute(request)) request.body = {};
    done();
  });
}

/** Bytes → object, or a DomainError that says what is wrong and where. */
export function parseJsonBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bodyFault('The body is not valid UTF-8.');
  }
  if (text.trim() === '') return {};
  refuseShape(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bodyFault(
      `The body is not valid JSON: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 200)}.`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bodyFault('The body must be a JSON object.');
  checkBounds(value as Record<string, unknown>, bytes.length);
  const twice = findDuplicateMember(text);
  if (twice !== null) throw fieldFault(twice, 'is there twice', 'duplicate_member');
  return withExactSamples(value as Record<string, unknown>, text);
}

/** Payloads of other systems keep numbers that a double cannot hold; our own members are plain numbers. */
function withExactSamples(body: Record<string, unknown>, text: string): Record<string, unknown> {
  if (!mayHoldExactNumber(text)) return body;
  const exact = parseJson(text) as Record<string, unknown>;
  for (const key of Object.keys(body)) if (RAW_MEMBERS.has(key)) body[key] = exact[key];
  return body;
}

const unsupported = () =>
  new DomainError('unsupported', 'unsupported_media_type', 'The Content-Type must be application/json.');

const bodyFault = (message: string) => new DomainError('invalid', 'validation_failed', message);

/** The outer bounds, before anything is built of the body; what is in it decides about the narrower one. */
function refuseShape(bytes: Buffer): void {
  const limits = { depth: MAX_DEPTH, members: MAX_KEYS_WITH_SAMPLES };
  const { depth, members } = shapeOf(bytes, limits);
  if (depth > limits.depth) throw tooDeep();
  if (members > limits.members) throw tooMany(limits.members);
}

const tooDeep = () => bodyFault(`The body is nested more than ${MAX_DEPTH} levels deep.`);
const tooMany = (limit: number) => bodyFault(`The body has more than ${limit} members.`);

function checkBounds(root: Record<string, unknown>, byteLength: number): void {
  const hasSamples = Object.keys(root).some((key) => RAW_MEMBERS.has(key));
  if (byteLength > BODY_LIMIT_BYTES && !hasSamples) {
    throw new DomainError(
      'too_large',
      'payload_too_large',
      'The body is too large: 1 MiB is the most, 5 MiB for samples and imports.',
    );
  }
  const maxKeys = hasSamples ? MAX_KEYS_WITH_SAMPLES : MAX_KEYS;
  let keys = 0;
  // An own stack: a hostile depth must not become a stack overflow.
  const stack: { value: unknown; path: string; depth: number; inert: boolean }[] = [
    { value: root, path: '', depth: 0, inert: false },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path, depth, inert } = next;
    if (typeof value === 'string') {
      if (!inert || value.includes('\u0000')) checkText(value, path);
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) throw tooDeep();
    for (const [key, member] of Object.entries(value)) {
      if (++keys > maxKeys) throw tooMany(maxKeys);
      if (key === '__proto__' && !inert)
        throw fieldFault(joinFieldPath(path, key), 'this name is not allowed');
      checkText(key, path);
      if (typeof member === 'object' || typeof member === 'string') {
        stack.push({
          value: member,
          path: joinFieldPath(path, key),
          depth: depth + 1,
          inert: inert || (depth === 0 && RAW_MEMBERS.has(key)),
        });
      }
    }
  }
}

/** NUL cannot be stored by PostgreSQL, and a lone surrogate is no text. */
function checkText(text: string, path: string): void {
  if (text.includes('\u0000')) throw fieldFault(path, 'must not contain the NUL character');
  if (!text.isWellFormed()) throw fieldFault(path, 'must be well-formed text (a surrogate stands alone)');
}

function fieldFault(field: string, message: string, code = 'invalid_text'): DomainError {
  const error: FieldError = { field, code, message };
  return DomainError.invalid([error]);
}
