// Identifiers that are the same when a run is repeated.
import { createHash } from 'node:crypto';
import type { RunState } from '../run/run-state.js';
import { canonicalText } from '../values/json-value.js';
import { inGroup, parameter, textFunction } from './define.js';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** RFC 9562 version 8 (own layout): sha256 of run, record and place in the record. */
function seededUuid(state: RunState): string {
  state.seed ??= sha256(`${state.input.run?.id ?? ''}\n${canonicalText(state.input.record)}`);
  const hex = sha256(`${state.seed}\n${state.uuids++}`);
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const ID_FUNCTIONS = inGroup('id', [
  {
    name: 'uuid',
    description: 'A UUID made from the run, the record and the place: the same when the run is repeated.',
    input: 'none',
    inputKind: 'any',
    parameters: [],
    returns: 'text',
    examples: [
      { output: '22aac74c-04c9-853a-80d7-fdade2edca15' },
      { output: '22aac74c-04c9-853a-80d7-fdade2edca15' },
    ],
    build: () => (_input, state) => seededUuid(state),
  },
  textFunction({
    name: 'hash',
    description: 'The sha256 of the text, in hexadecimal or Base64.',
    parameters: [parameter('as', 'text', 'How to write it.', { choices: ['hex', 'base64'], default: 'hex' })],
    examples: [
      { input: 'abc', output: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
      { input: 'abc', options: { as: 'base64' }, output: 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=' },
    ],
    text: (options) => (text) =>
      createHash('sha256')
        .update(text)
        .digest(options.as as 'hex' | 'base64'),
  }),
]);
