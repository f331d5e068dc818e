// Puts a changed source in the place of the running one: the methods of its classes are swapped on the live prototypes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { transformSync } from '@swc/core';
import { sourcesOf } from './mutants.js';

type Exports = Record<string, unknown>;
type Undo = () => void;
type Body = (module: { exports: Exports }, exports: Exports, require: (name: string) => unknown) => void;

/** `text` runs instead of what `file` holds, until the answer is called. */
export function hotSwap(file: string, text: string): Undo {
  const changed = evaluate(file, text);
  if (classesOf(changed).length > 0) return swapClasses(file, changed);
  // Plain functions cannot be swapped in place: those who import them run anew, with the changed ones.
  const imported = new RegExp(`from '[^']*/${basename(file, '.ts')}\\.js'`);
  const undos = sourcesOf('src')
    .filter((user) => imported.test(readFileSync(user, 'utf8')))
    .map((user) => swapClasses(user, evaluate(user, readFileSync(user, 'utf8'), { [file]: changed })));
  return () => undos.forEach((undo) => undo());
}

function swapClasses(file: string, changed: Exports): Undo {
  const live = createRequire(file)(file) as Exports;
  const undos = classesOf(changed).flatMap(([name, changedClass]) => {
    const target = (live[name] as { prototype: object }).prototype;
    return Reflect.ownKeys(changedClass.prototype)
      .filter((key) => key !== 'constructor')
      .map((key) => {
        const before = Object.getOwnPropertyDescriptor(target, key)!;
        Object.defineProperty(target, key, Object.getOwnPropertyDescriptor(changedClass.prototype, key)!);
        return () => Object.defineProperty(target, key, before);
      });
  });
  return () => undos.forEach((undo) => undo());
}

const classesOf = (exports: Exports): [string, { prototype: object }][] =>
  Object.entries(exports).filter(
    (entry): entry is [string, { prototype: object }] =>
      typeof entry[1] === 'function' && /^class\b/.test(Function.prototype.toString.call(entry[1])),
  );

function evaluate(file: string, text: string, instead: Record<string, Exports> = {}): Exports {
  const { code } = transformSync(text, { filename: file, module: { type: 'commonjs' } });
  const require = createRequire(file);
  const load = (name: string): unknown =>
    instead[resolve(dirname(file), name.replace(/\.js$/, '.ts'))] ?? require(name);
  const module = { exports: {} as Exports };
  // In this realm, as the test runner loads the sources of this repository: node:vm would run them in another one.
  const body = Reflect.construct(Function, ['module', 'exports', 'require', code]) as Body;
  body(module, module.exports, load);
  return module.exports;
}
