// Builds destination objects. An object that is built often gets code of its own, made from checked keys and slot
// numbers alone, so that reading and writing members is as quick as in code written by hand.
import { compileFunction } from 'node:vm';
import { parseShort } from '../values/decimal.js';
import type { JsonObject } from '../values/json-value.js';
import type { DirectRead } from './direct-read.js';
import type { Evaluate } from './reader.js';

export interface Member {
  key: string;
  build: Evaluate;
  /** The value comes from the record and must be measured; built ones were measured before. */
  isCopy: boolean;
  /** Set where the member usually is nothing but a read of plain keys. */
  direct: DirectRead | undefined;
}

/** Builds after which an object gets its own code: compiling that takes as long as some hundred builds. */
const HOT = 400;
/** Objects with more members than this stay with the loop: V8 keeps very large literals no quicker. */
const MAX_MEMBERS = 200;

/** A builder that gives undefined where no member has a value. */
export function objectBuilder(members: readonly Member[]): Evaluate {
  const loop = loopBuilder(members);
  if (members.length > MAX_MEMBERS) return loop;
  let builds = 0;
  let own: Evaluate | undefined;
  return (state) => {
    if (state.trace !== null) return loop(state);
    if (own !== undefined) return own(state);
    if (++builds === HOT) own = ownBuilder(members);
    return loop(state);
  };
}

function loopBuilder(members: readonly Member[]): Evaluate {
  const count = members.length;
  return (state) => {
    let result: JsonObject | undefined;
    for (let i = 0; i < count; i++) {
      const member = members[i] as Member;
      const value = member.build(state);
      if (value === undefined) continue;
      result ??= {};
      result[member.key] = value;
      if (typeof value === 'string') state.characters += value.length;
      else if (typeof value === 'object' && member.isCopy) state.countValue(value);
    }
    state.countNodes(count);
    return result;
  };
}

/** Keys enter the code as JSON strings (which are JavaScript strings), slots as integers, and names of types; nothing else. */
function ownBuilder(members: readonly Member[]): Evaluate {
  const lines: string[] = [];
  members.forEach(({ direct, isCopy }, i) => {
    lines.push(...(direct ? directLines(i, direct) : [`const v${i} = b${i}(state);`]));
    const measured = isCopy
      ? `else if (typeof v${i} === 'object' && v${i} !== null) state.countValue(v${i});`
      : '';
    lines.push(`if (typeof v${i} === 'string') state.characters += v${i}.length; ${measured}`);
  });
  const pairs = members.map(({ key }, i) => `${JSON.stringify(key)}: v${i}`).join(', ');
  const all = members.map((_, i) => `v${i} !== undefined`).join(' && ');
  const each = members.map(
    ({ key }, i) => `if (v${i} !== undefined) (result ??= {})[${JSON.stringify(key)}] = v${i};`,
  );
  const body = [
    `'use strict';`,
    ...members.map((_, i) => `const b${i} = builds[${i}];`),
    'return function build(state) {',
    ...lines,
    `state.countNodes(${members.length});`,
    `if (${all}) return { ${pairs} };`,
    'let result;',
    ...each,
    'return result;',
    '};',
  ].join('\n');
  const make = compileFunction(body, ['builds', 'parseShort']) as (
    builds: readonly Evaluate[],
    parse: typeof parseShort,
  ) => Evaluate;
  return make(
    members.map((member) => member.build),
    parseShort,
  );
}

/** Reads the value; where it does not pass as it is, the link is evaluated, which reads it once more. */
function directLines(i: number, direct: DirectRead): string[] {
  const { slot, keys, passes } = direct;
  const value = `v${i}`;
  const lines = [`let ${value} = state.slots[${Math.trunc(slot)}];`];
  for (const key of keys) {
    lines.push(
      `${value} = typeof ${value} === 'object' && ${value} !== null ? ${value}[${JSON.stringify(key)}] : undefined;`,
    );
  }
  const stops = stopCondition(value, direct);
  if (passes === 'number') {
    lines.push(
      `if (${stops}) {`,
      `const n = typeof ${value} === 'string' ? parseShort(${value}) : undefined;`,
      `${value} = n === undefined ? b${i}(state) : n;`,
      '}',
    );
  } else if (stops !== '') lines.push(`if (${stops}) ${value} = b${i}(state);`);
  return lines;
}

/** When the value does not pass as it is; empty: each does. */
function stopCondition(value: string, { passes, passesNull, passesMissing }: DirectRead): string {
  if (passes === null) {
    return [passesNull ? '' : `${value} === null`, passesMissing ? '' : `${value} === undefined`]
      .filter((term) => term !== '')
      .join(' || ');
  }
  return [
    `typeof ${value} !== '${passes}'`,
    passesNull ? `${value} !== null` : '',
    passesMissing ? `${value} !== undefined` : '',
  ]
    .filter((term) => term !== '')
    .join(' && ');
}
