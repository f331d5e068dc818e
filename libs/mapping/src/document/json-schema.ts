// A checker for the part of JSON Schema that our published schemas use, so that schema and check are one thing.
import { isObject, type JsonObject } from '../values/json-value.js';

export interface Schema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  $defs?: Record<string, Schema>;
  title?: string;
  description?: string;
  type?: 'object' | 'array' | 'string' | 'boolean' | 'integer' | 'null';
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: false | Schema;
  items?: false | Schema;
  prefixItems?: readonly Schema[];
  oneOf?: readonly Schema[];
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface SchemaFault {
  /** JSON pointer of the value at fault. */
  at: string;
  message: string;
  unknownMember?: string;
}

/** All faults of a value, outermost first. */
export function schemaFaults(value: unknown, schema: Schema, root: Schema = schema, at = ''): SchemaFault[] {
  const rule = resolve(schema, root);
  if (rule.oneOf) return oneOfFaults(value, rule.oneOf, root, at);
  if ('const' in rule && value !== rule.const)
    return [{ at, message: `must be ${JSON.stringify(rule.const)}` }];
  if (rule.enum && !rule.enum.includes(value)) {
    return [{ at, message: `must be one of ${rule.enum.map((item) => JSON.stringify(item)).join(', ')}` }];
  }
  if (rule.type && !hasType(value, rule.type)) return [{ at, message: `must be ${article(rule.type)}` }];
  if (typeof value === 'string') return textFaults(value, rule, at);
  if (typeof value === 'number') return numberFaults(value, rule, at);
  if (Array.isArray(value) && rule.type === 'array') return arrayFaults(value, rule, root, at);
  if (isObject(value) && rule.type === 'object') return objectFaults(value, rule, root, at);
  return [];
}

function resolve(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return name === undefined ? schema : (root.$defs?.[name] ?? {});
}

function hasType(value: unknown, type: NonNullable<Schema['type']>): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function article(type: string): string {
  return type === 'null' ? 'null' : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** The alternative that the value is nearest to is the one that was meant: its faults are told. */
function oneOfFaults(
  value: unknown,
  alternatives: readonly Schema[],
  root: Schema,
  at: string,
): SchemaFault[] {
  let best: { faults: SchemaFault[]; isNear: boolean; score: number } | undefined;
  for (const alternative of alternatives) {
    const faults = schemaFaults(value, alternative, root, at);
    if (faults.length === 0) return [];
    const shared = sharedMembers(value, resolve(alternative, root));
    const score = shared * 10_000 + scoreOf(faults, at);
    if (!best || score > best.score) best = { faults, score, isNear: shared > 0 };
  }
  const { faults = [], isNear = false } = best ?? {};
  const isWrongKind = faults.length > 0 && faults.every((fault) => fault.at === at && !fault.unknownMember);
  if (isNear || !isWrongKind) return faults;
  const kinds = alternatives.map((alternative) => describe(resolve(alternative, root)));
  return [
    { at, message: kinds.every(Boolean) ? `must be ${kinds.join(' or ')}` : (faults[0]?.message ?? '') },
  ];
}

function scoreOf(faults: SchemaFault[], at: string): number {
  const isHere = faults.some((fault) => fault.at === at && !fault.unknownMember);
  return (isHere ? 0 : 1000) - faults.length;
}

/** Members of the value that a kind of object has. */
function sharedMembers(value: unknown, { properties = {} }: Schema): number {
  return isObject(value) ? Object.keys(value).filter((key) => Object.hasOwn(properties, key)).length : 0;
}

function describe(rule: Schema): string {
  if (rule.title) return rule.title;
  if (rule.enum) return rule.enum.map((item) => JSON.stringify(item)).join(', ');
  if (!rule.type) return '';
  return article(rule.type) + (rule.required?.length ? ` with ${rule.required.join(' and ')}` : '');
}

function textFaults(value: string, rule: Schema, at: string): SchemaFault[] {
  if (rule.minLength !== undefined && value.length < rule.minLength)
    return [{ at, message: 'must not be empty' }];
  if (rule.maxLength !== undefined && value.length > rule.maxLength) {
    return [{ at, message: `must have at most ${rule.maxLength} characters` }];
  }
  return [];
}

function numberFaults(value: number, rule: Schema, at: string): SchemaFault[] {
  if (rule.minimum !== undefined && value < rule.minimum)
    return [{ at, message: `must be at least ${rule.minimum}` }];
  if (rule.maximum !== undefined && value > rule.maximum)
    return [{ at, message: `must be at most ${rule.maximum}` }];
  return [];
}

function arrayFaults(value: unknown[], rule: Schema, root: Schema, at: string): SchemaFault[] {
  const faults: SchemaFault[] = [];
  if (rule.maxItems !== undefined && value.length > rule.maxItems) {
    return [{ at, message: `must have at most ${rule.maxItems} entries` }];
  }
  if (rule.minItems !== undefined && value.length < rule.minItems) {
    return [{ at, message: `must have at least ${rule.minItems} entries` }];
  }
  value.forEach((item, index) => {
    const schema = rule.prefixItems?.[index] ?? rule.items;
    if (schema) faults.push(...schemaFaults(item, schema, root, `${at}/${index}`));
  });
  return faults;
}

function objectFaults(value: JsonObject, rule: Schema, root: Schema, at: string): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const keys = Object.keys(value);
  if (rule.maxProperties !== undefined && keys.length > rule.maxProperties) {
    return [{ at, message: `must have at most ${rule.maxProperties} members` }];
  }
  for (const name of rule.required ?? []) {
    if (!Object.hasOwn(value, name) || value[name] === undefined)
      faults.push({ at, message: `needs the member "${name}"` });
  }
  for (const key of keys) {
    // A member set to undefined is as absent as in the JSON that it would be written to.
    if (value[key] === undefined) continue;
    const place = `${at}/${pointerPart(key)}`;
    const known = rule.properties && Object.hasOwn(rule.properties, key) ? rule.properties[key] : undefined;
    const schema = known ?? rule.additionalProperties;
    if (schema) faults.push(...schemaFaults(value[key], schema, root, place));
    else if (schema === false) {
      faults.push({ at: place, message: `"${key}" is not a member here`, unknownMember: key });
    }
  }
  return faults;
}

/** One part of a JSON pointer (RFC 6901). */
export function pointerPart(key: string): string {
  if (!key.includes('~') && !key.includes('/')) return key;
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
