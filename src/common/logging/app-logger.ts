// pino behind Nest's logger face, with redaction by name. Nothing else writes to the console.
import { Injectable, type LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

const REDACTED = [
  'password',
  'old_password',
  'client_secret',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
  'token',
  'secret',
  'api_key',
  'code',
  'code_verifier',
  'setup_token',
] as const;

/**
 * Fields of a log line; never a secret, a body or an error object of an HTTP client. None has a name that is redacted:
 * the line would not tell it.
 */
export type LogFields = Record<string, string | number | boolean | null | undefined> & {
  [name in (typeof REDACTED)[number]]?: never;
};

@Injectable()
export class AppLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(level = 'info') {
    this.pino = pino({
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    });
  }

  info(message: string, fields: LogFields = {}): void {
    this.pino.info(fields, message);
  }

  warning(message: string, fields: LogFields = {}): void {
    this.pino.warn(fields, message);
  }

  /** An unexpected error: its name, message and stack, without members (drivers hang requests on their errors). */
  errorOf(message: string, thrown: unknown, fields: LogFields = {}): void {
    const error =
      thrown instanceof Error
        ? { error: `${thrown.name}: ${thrown.message}`, stack: thrown.stack }
        : { error: String(thrown) };
    this.pino.error({ ...fields, ...error }, message);
  }

  // Nest's own face.
  log(message: unknown, context?: unknown): void {
    this.pino.debug({ context: typeof context === 'string' ? context : undefined }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.pino.error({ stack: rest.find((part) => typeof part === 'string') }, String(message));
  }
  warn(message: unknown): void {
    this.pino.warn(String(message));
  }
  debug(message: unknown): void {
    this.pino.debug(String(message));
  }
  verbose(message: unknown): void {
    this.pino.trace(String(message));
  }
}
