// The engine's bodies over the codec of the API manager.
import type { Bodies, CallAnswer } from '#engine';
import type { BodyType } from '../apis/api-settings.types.js';
import { readBody, writeBody } from '../apis/body.codec.js';

const COMMA = Buffer.from(',');
/** What stands in a list of JSON for nothing. */
const NULL = Buffer.from('null');

export class RunBodies implements Bodies {
  constructor(private readonly typeOf: (apiId: string) => BodyType) {}

  write(apiId: string, body: unknown): string | undefined {
    return writeBody(this.typeOf(apiId), body);
  }

  /** Only JSON is put together so. The empty list is the last thing of the body's text that looks like one. */
  writeList(apiId: string, body: unknown, items: readonly (Buffer | undefined)[]): Buffer | undefined {
    if (this.typeOf(apiId) !== 'json') return undefined;
    const text = writeBody('json', body) ?? '';
    const at = text.lastIndexOf('[]') + 1;
    const parts: Buffer[] = [Buffer.from(text.slice(0, at))];
    items.forEach((item, index) => {
      if (index > 0) parts.push(COMMA);
      parts.push(item ?? NULL);
    });
    parts.push(Buffer.from(text.slice(at)));
    return Buffer.concat(parts);
  }

  read(_apiId: string, answer: CallAnswer): unknown {
    return readBody(answer.headers['content-type'] ?? '', answer.body);
  }
}
