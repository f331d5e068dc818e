// class-validator with our error shape: every fault at once, each with its path, a code and what to do.
import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { DomainError, type FieldError } from '../errors/domain-error.js';
import { joinFieldPath } from '../http/field-path.js';
import { knownMembers, type UnknownMember } from './body-members.js';
import { unknownMemberWords } from './unknown-member.js';

export const MAX_ERRORS = 100;

/** A member that was sent where no such member belongs; `field`: its path; `known`: those that belong there. */
export const unknownMember = (field: string, known: Iterable<string>): FieldError => ({
  field,
  code: 'unknown_field',
  message: unknownMemberWords(known),
});

/**
 * Refuses unknown members itself, whatever their names (the pipe's own whitelist passes over those that every object
 * has), and keeps payloads out of reach of what rebuilds objects.
 */
class OwnMembersPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if ((type !== 'body' && type !== 'query') || !metatype || !this.toValidate(metadata))
      return super.transform(value, metadata);
    const unknown: UnknownMember[] = [];
    const known = knownMembers(value, metatype, unknown);
    if (type === 'query') refuseNul(known);
    if (unknown.length === 0) return super.transform(known, metadata);
    const errors = unknown.map(({ path, known: names }) => unknownMember(path, names));
    throw DomainError.invalid([...errors, ...(await this.faultsOf(known, metadata))].slice(0, MAX_ERRORS));
  }

  /** What else is wrong, so that one answer tells all of it. */
  private async faultsOf(known: unknown, metadata: ArgumentMetadata): Promise<readonly FieldError[]> {
    try {
      await super.transform(known, metadata);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.errors ?? [];
    }
  }
}

/** PostgreSQL cannot hold it; bodies are looked at where they are read. */
function refuseNul(query: unknown): void {
  const fields = Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([, text]) => typeof text === 'string' && text.includes('\0'))
    .map(([field]) => ({ field, code: 'invalid_text', message: 'must not contain the NUL character' }));
  if (fields.length > 0) throw DomainError.invalid(fields);
}

export function createValidationPipe(): ValidationPipe {
  return new OwnMembersPipe({
    forbidUnknownValues: true,
    transform: true,
    transformOptions: { enableImplicitConversion: false, exposeUnsetFields: false },
    stopAtFirstError: true,
    exceptionFactory: (errors) => DomainError.invalid(toFieldErrors(errors)),
  });
}

export function toFieldErrors(errors: ValidationError[], parent = ''): FieldError[] {
  const result: FieldError[] = [];
  for (const error of errors) {
    const path = joinFieldPath(parent, error.property);
    for (const [constraint, message] of Object.entries(error.constraints ?? {}))
      result.push(toFieldError(path, constraint, message));
    if (error.children?.length) result.push(...toFieldErrors(error.children, path));
    if (result.length >= MAX_ERRORS) break;
  }
  return result.slice(0, MAX_ERRORS);
}

/** Our list validators put the place in front of their words: `[2] must be …` belongs to `users[2]`. */
const PLACE = /^((?:\[\d+\]|\.[\w$-]+)+) /;

function toFieldError(path: string, constraint: string, message: string): FieldError {
  const place = PLACE.exec(message);
  const words = place ? message.slice(place[0].length) : message.replace(/^\S+ (?=must |should )/, '');
  return { field: path + (place?.[1] ?? ''), code: codeOf(constraint), message: words };
}

const CODES: Record<string, string> = {
  isDefined: 'required',
  isNotEmpty: 'required',
  isString: 'wrong_type',
  isBoolean: 'wrong_type',
  isInt: 'wrong_type',
  isNumber: 'wrong_type',
  isArray: 'wrong_type',
  isObject: 'wrong_type',
  isIn: 'not_allowed',
  isEnum: 'not_allowed',
  minLength: 'too_short',
  maxLength: 'too_long',
  min: 'too_small',
  max: 'too_large',
  arrayMaxSize: 'too_many',
  arrayMinSize: 'too_few',
  isEmail: 'invalid_email',
  isUrl: 'invalid_url',
  unknownValue: 'wrong_type',
  nestedValidation: 'wrong_type',
};

const codeOf = (constraint: string): string =>
  CODES[constraint] ?? constraint.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
