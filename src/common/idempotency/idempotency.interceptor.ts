// `Idempotency-Key` on create and run calls: one effect, the same answer again.
import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { parseJson, stringifyJson } from '#mapping';
import { Sealer } from '../crypto/sealer.js';
import { DomainError } from '../errors/domain-error.js';
import { failureStatus } from '../http/failure.filter.js';
import type { PipewrightRequest } from '../http/request-context.js';
import { IdempotencyRepository, type IdempotencyRow } from './idempotency.repository.js';
import { IDEMPOTENT_KEY } from './idempotent.decorator.js';

/** Waits of 20, 40, … ms: 1.3 s in all. */
const LONGEST_WAIT_MS = 640;
const UNKNOWN =
  'The first call with this Idempotency-Key was cut off or ended in a fault. Look whether it took effect; to call again, take a new key.';
const FORM = /^[\x20-\x7e]{1,255}$/;

@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: IdempotencyRepository,
    private readonly sealer: Sealer,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<PipewrightRequest>();
    const key = request.headers['idempotency-key'];
    const isOn = this.reflector.get<boolean>(IDEMPOTENT_KEY, context.getHandler());
    if (!isOn || key === undefined || !request.principal) return next.handle();
    if (typeof key !== 'string' || !FORM.test(key)) {
      throw DomainError.invalidField(
        'Idempotency-Key',
        'must have 1 to 255 printable characters',
        'invalid_header',
      );
    }
    return from(this.once(request, request.principal.userId, key, next));
  }

  private async once(
    request: PipewrightRequest,
    userId: string,
    key: string,
    next: CallHandler,
  ): Promise<unknown> {
    const keyHash = createHash('sha256')
      .update(`${request.method}\n${placeOf(request)}\n${key}`)
      .digest();
    const bodyHash = createHash('sha256')
      .update(stringifyJson(request.body ?? null))
      .digest();
    const place = {
      table: 'idempotency_keys',
      column: 'answer',
      rowId: `${userId}:${keyHash.toString('hex')}`,
    };
    if (!(await this.keys.claim(userId, keyHash, bodyHash))) {
      const row = await this.firstAnswer(userId, keyHash, bodyHash);
      if (row?.is_abandoned) throw conflict(UNKNOWN);
      if (!row?.answer)
        throw conflict('The first call with this Idempotency-Key still runs. Repeat it in a moment.', 1);
      return parseJson(this.sealer.open(row.answer, place).reveal());
    }
    let answer: unknown;
    try {
      answer = await firstValueFrom(next.handle());
    } catch (error) {
      // What ended in a fault of ours may have acted: only a refusal gives the key free.
      const ended = isRefusal(error) ? this.keys.release(userId, keyHash) : this.keys.fail(userId, keyHash);
      await ended.catch(() => undefined);
      throw isRefusal(error) || failureStatus(error) !== 503 ? error : maybeDone();
    }
    // It has taken effect: where its answer cannot be stored, the key stays taken.
    const sealed = this.sealer.seal(stringifyJson(answer), place);
    await this.keys.finish(userId, keyHash, sealed).catch(() => undefined);
    return answer;
  }

  /** A repeat that meets the first call waits for it a little: most calls take milliseconds. */
  private async firstAnswer(
    userId: string,
    keyHash: Buffer,
    bodyHash: Buffer,
  ): Promise<IdempotencyRow | null> {
    for (let waitMs = 20; ; waitMs *= 2) {
      const row = await this.keys.find(userId, keyHash);
      if (row && !row.body_hash.equals(bodyHash))
        throw conflict('This Idempotency-Key was used with another body. Take a new key.');
      if (!row || row.answer !== null || waitMs > LONGEST_WAIT_MS) return row;
      await sleep(waitMs);
    }
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError ? error.kind !== 'internal' : failureStatus(error) < 500;

/** The route and its ids: an address that is spelled in another way is no other call. */
const placeOf = ({ routeOptions, params }: PipewrightRequest): string =>
  `${routeOptions.url ?? ''} ${JSON.stringify(params ?? {}).toLowerCase()}`;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A second try with the same key is refused, so that none is promised: an earlier statement of the call may stand. */
const maybeDone = () =>
  new DomainError(
    'unavailable',
    'unavailable',
    'The database failed during this call. Look whether it took effect; to call again, take a new Idempotency-Key.',
  );

/** With `retryAfterSeconds` the same key is good for another try. */
const conflict = (message: string, retryAfterSeconds?: number) =>
  new DomainError('conflict', 'idempotency_conflict', message, undefined, retryAfterSeconds);
