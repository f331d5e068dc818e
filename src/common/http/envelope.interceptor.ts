// Wraps what a handler returns into the success envelope.
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { ANSWER_KEY, type AnswerOptions, RAW_ANSWER_KEY } from './answer.decorator.js';
import { Page, Slice } from './page.js';

export interface SuccessEnvelope {
  status: number;
  success: true;
  message: string;
  error_code: '';
  data: unknown;
  additional_data: Record<string, unknown>;
}

/** What a service returns when its message depends on what happened. */
export class WithMessage<T> {
  constructor(
    readonly data: T,
    readonly message: string,
  ) {}
}

@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<boolean>(RAW_ANSWER_KEY, context.getHandler())) return next.handle();
    const options = this.reflector.get<AnswerOptions | undefined>(ANSWER_KEY, context.getHandler());
    return next.handle().pipe(map((value: unknown) => toEnvelope(value, options)));
  }
}

/** The success envelope of a handler that chooses its status itself. */
export function successEnvelope(status: number, message: string, data: unknown): SuccessEnvelope {
  return { status, success: true, message, error_code: '', data, additional_data: {} };
}

function toEnvelope(value: unknown, options: AnswerOptions | undefined): SuccessEnvelope {
  const message = value instanceof WithMessage ? value.message : (options?.message ?? 'Done.');
  const data: unknown = value instanceof WithMessage ? value.data : value;
  const isList = data instanceof Page || data instanceof Slice;
  return {
    status: options?.status ?? 200,
    success: true,
    message,
    error_code: '',
    data: isList ? data.items : (data ?? {}),
    additional_data: isList ? { pagination: data.pagination() } : {},
  };
}
