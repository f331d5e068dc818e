// What a webhook that waits is answered with: the body of the last call, kept with its run.
import { parseJson } from '#mapping';
import { scrubbedJson } from '../common/logging/scrubber.js';
import type { RunWarning } from './run.types.js';

const MAX_BYTES = 256 * 1024;

/** The body without secrets; null with a warning where it is too large or nested too deeply to be kept. */
export function keptResponse(
  body: unknown,
  scrub: (text: string) => string,
): { response: unknown; warning?: RunWarning } {
  if (body === null || body === undefined) return { response: null };
  try {
    const text = scrubbedJson(body, scrub);
    if (Buffer.byteLength(text) <= MAX_BYTES) return { response: parseJson(text) };
  } catch {
    // told below: such a body is no reason to lose the end of its run
  }
  return {
    response: null,
    warning: {
      code: 'RESPONSE_NOT_KEPT',
      message: `The answer to the last call is too large to be passed on: more than ${MAX_BYTES} bytes, or nested too deeply.`,
    },
  };
}
