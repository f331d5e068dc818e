// The engine's bodies over the codec of the API manager.
import type { Bodies, CallAnswer } from '#engine';
import type { BodyType } from '../apis/api-settings.types.js';
import { readBody, writeBody } from '../apis/body.codec.js';

export class RunBodies implements Bodies {
  constructor(private readonly typeOf: (apiId: string) => BodyType) {}

  write(apiId: string, body: unknown): string | undefined {
    return writeBody(this.typeOf(apiId), body);
  }

  /** Only JSON joins texts. The empty list is the last thing of the body's text that looks like one. */
  frame(apiId: string, body: unknown): { head: string; separator: string; tail: string } | undefined {
    if (this.typeOf(apiId) !== 'json') return undefined;
    const text = writeBody('json', body) ?? '';
    const at = text.lastIndexOf('[]') + 1;
    return { head: text.slice(0, at), separator: ',', tail: text.slice(at) };
  }

  read(_apiId: string, answer: CallAnswer): unknown {
    return readBody(answer.headers['content-type'] ?? '', answer.body);
  }
}
