// Identifiers: UUID v7, opaque to clients.
import { Param, type PipeTransform } from '@nestjs/common';
import { v7 } from 'uuid';
import { DomainError } from '../errors/domain-error.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const newId = (): string => v7();

/** Checked before any query: a malformed id reads like an unknown one. */
export const isId = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly noun: string) {}
  transform(value: string): string {
    if (!isId(value)) throw DomainError.notFound(this.noun);
    return value.toLowerCase();
  }
}

/** A path parameter that is an id; `noun` names the thing in the 404. */
export const Id = (noun: string, param = 'id'): ParameterDecorator => Param(param, new IdPipe(noun));
