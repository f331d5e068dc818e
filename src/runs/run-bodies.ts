// The engine's bodies over the codec of the API manager.
import type { Bodies, CallAnswer } from '#engine';
import type { BodyType } from '../apis/api-settings.types.js';
import { readBody, writeBody } from '../apis/body.codec.js';

export class RunBodies implements Bodies {
  constructor(private readonly typeOf: (apiId: string) => BodyType) {}

  write(apiId: string, body: unknown): string | undefined {
    return writeBody(this.typeOf(apiId), body);
  }

  read(_apiId: string, answer: CallAnswer): unknown {
    return readBody(answer.headers['content-type'] ?? '', answer.body);
  }
}
