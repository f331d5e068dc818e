// What each member of a DTO holds, and a body made ready for class-transformer by it: class-transformer, class-validator
// and Nest pass over names that every object has (`constructor`, `toString`, …) without a word.
import { getMetadataStorage } from 'class-validator';
import { joinFieldPath } from '../http/field-path.js';
import { RawJson } from './raw-json.js';

type Class = abstract new (...args: never[]) => unknown;
/** `raw`: goes through untouched; a function: objects of that DTO, one or a list; `plain`: anything else. */
type Holding = 'plain' | 'raw' | (() => Class);

const HOLDING = Symbol('what a member of a DTO holds');

/** On members of a DTO that hold objects: told by the field decorators. */
export const Holds =
  (holding: Holding): PropertyDecorator =>
  (target, name) =>
    Reflect.defineMetadata(HOLDING, holding, target, name);

const membersOfClass = new WeakMap<Class, ReadonlyMap<string, Holding>>();

function membersOf(type: Class): ReadonlyMap<string, Holding> {
  let members = membersOfClass.get(type);
  if (!members) {
    const target = type.prototype as object;
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    members = new Map(
      rules.map(({ propertyName: name }) => [
        name,
        (Reflect.getMetadata(HOLDING, target, name) as Holding | undefined) ?? 'plain',
      ]),
    );
    membersOfClass.set(type, members);
  }
  return members;
}

/** A member that is not known, and those that are in its place. */
export interface UnknownMember {
  path: string;
  known: Iterable<string>;
}

/**
 * A copy of `value` with the members that `type` knows, payloads wrapped (RawJson); all others are added to `unknown`. What is no object where one belongs stays as it is: the validation says so.
 */
export function knownMembers(value: unknown, type: Class, unknown: UnknownMember[], path = ''): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = membersOf(type);
  const known: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const holding = members.get(name);
    if (holding === undefined) unknown.push({ path: joinFieldPath(path, name), known: members.keys() });
    else if (holding === 'plain') known[name] = member;
    else if (holding === 'raw') known[name] = RawJson.wrap(member);
    else known[name] = ownObjects(member, holding(), unknown, joinFieldPath(path, name));
  }
  return known;
}

const ownObjects = (value: unknown, type: Class, unknown: UnknownMember[], path: string): unknown =>
  Array.isArray(value)
    ? value.map((entry, index) => knownMembers(entry, type, unknown, `${path}[${index}]`))
    : knownMembers(value, type, unknown, path);
