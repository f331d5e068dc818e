// How much memory the process may gather before it is collected.
import { setFlagsFromString } from 'node:v8';

/**
 * A full collection when the heap has grown by this much since the last one. V8's own bound is up to four times: in a long
 * run, or under a flood of requests, that is hundreds of megabytes of what nobody holds any more.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=60');
}
