// Our own JSON body parser: clear words for each fault, bounds on depth and size, no prototype names outside samples.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayHoldExactNumber, parseJson } from '#mapping';
import { DomainError, type FieldError } from '../errors/domain-error.js';
import { EXACT_MEMBERS, RAW_MEMBERS } from '../validation/raw-json.js';
import { findDuplicateMember } from './duplicate-members.js';
import { joinFieldPath } from './field-path.js';
import { shapeOf } from './json-shape.js';

const MAX_DEPTH = 64;
const MAX_KEYS = 10_000;
/** Samples are payloads of other systems: more members, and `__proto__` is inert data there. */
const MAX_KEYS_WITH_SAMPLES = 100_000;

/** Read at once; a larger one takes milliseconds. */
const QUICK_BODY_BYTES = 64 * 1024;

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
  const parse = (bytes: Buffer): unknown => {
    try {
      return parseJsonBody(bytes);
    } catch (error) {
      return new UnreadableBody(error as Error);
    }
  };
  const takeTurns = oneInEachTurn();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: LARGE_BODY_LIMIT_BYTES },
    (request, body, done) => {
      const bytes = body as Buffer;
      if (isRawRoute(request)) done(null, bytes);
      else if (bytes.length <= QUICK_BODY_BYTES) done(null, parse(bytes));
      else takeTurns(() => done(null, parse(bytes)));
    },
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

/** Large bodies that come together are read one in each turn of the event loop: other requests go in between. */
function oneInEachTurn(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) setImmediate(next);
  };
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
  return withExactNumbers(value as Record<string, unknown>, text);
}

/** Payloads of other systems, and conditions on them, keep numbers that a double cannot hold; other members are plain numbers. */
function withExactNumbers(body: Record<string, unknown>, text: string): Record<string, unknown> {
  if (!mayHoldExactNumber(text)) return body;
  const exact = parseJson(text) as Record<string, unknown>;
  for (const key of Object.keys(body)) if (EXACT_MEMBERS.has(key)) body[key] = exact[key];
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
  const stack: Part[] = [{ value: root, parent: null, key: '', depth: 0, inert: false }];
  for (let part = stack.pop(); part; part = stack.pop()) {
    const { value, depth, inert } = part;
    if (typeof value === 'string') {
      if (!inert || value.includes('\u0000')) checkText(value, part);
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) throw tooDeep();
    for (const [key, member] of Object.entries(value)) {
      if (++keys > maxKeys) throw tooMany(maxKeys);
      if (key === '__proto__' && !inert)
        throw fieldFault(joinFieldPath(pathOf(part), key), 'this name is not allowed');
      checkText(key, part);
      if (typeof member === 'object' || typeof member === 'string') {
        stack.push({
          value: member,
          parent: part,
          key,
          depth: depth + 1,
          inert: inert || (depth === 0 && RAW_MEMBERS.has(key)),
        });
      }
    }
  }
}

/** A value of the body, and where it stands. */
interface Part {
  value: unknown;
  parent: Part | null;
  key: string;
  depth: number;
  /** Inside a payload of another system. */
  inert: boolean;
}

/** Built for a fault only: a body has up to 100,000 members. */
const pathOf = ({ parent, key }: Part): string =>
  parent === null ? key : joinFieldPath(pathOf(parent), key);

/** NUL cannot be stored by PostgreSQL, and a lone surrogate is no text. */
function checkText(text: string, part: Part): void {
  if (text.includes('\u0000')) throw fieldFault(pathOf(part), 'must not contain the NUL character');
  if (!text.isWellFormed())
    throw fieldFault(pathOf(part), 'must be well-formed text (a surrogate stands alone)');
}

function fieldFault(field: string, message: string, code = 'invalid_text'): DomainError {
  const error: FieldError = { field, code, message };
  return DomainError.invalid([error]);
}
