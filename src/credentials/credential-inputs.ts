// Which inputs a credential of a system takes: by authentication type and grant, plus the system's own.
import { DomainError, type FieldError } from '../common/errors/domain-error.js';
import { headerProblem } from '#outbound';
import type { System } from '../systems/system.entity.js';

export interface InputDefinition {
  name: string;
  label: string;
  secret: boolean;
  type: 'text' | 'boolean';
  required: boolean;
  /** Words for a value that its place on calls cannot carry; null when it can. */
  find?: (value: string) => string | null;
}

/** RFC 7617: the colon ends the user name. */
const userNameFault = (value: string): string | null =>
  value.includes(':') ? 'must not hold a colon: it would end the user name' : controlFault(value);
const controlFault = (value: string): string | null =>
  /[\p{Cc}\p{Cs}]/u.test(value) ? 'must not hold control characters, such as a line break at its end' : null;
const headerFault = (value: string): string | null =>
  headerProblem('authorization', value) === null
    ? null
    : 'holds characters that a header cannot carry, such as a line break at its end';

const text = (name: string, label: string, secret: boolean, required = true): InputDefinition => ({
  name,
  label,
  secret,
  type: 'text',
  required,
});

/** The inputs of the authentication type; the source document's rules for the grants. */
function typeInputs(system: Pick<System, 'authenticationType' | 'authentication'>): InputDefinition[] {
  switch (system.authenticationType) {
    case 'basic':
      return [
        { ...text('username', 'Username', false), find: userNameFault },
        { ...text('password', 'Password', true), find: controlFault },
      ];
    case 'api_key':
      return [
        {
          ...text('api_key', 'API key', true),
          ...((system.authentication as { api_key_in?: string }).api_key_in === 'query'
            ? {}
            : { find: headerFault }),
        },
      ];
    case 'bearer_token':
      return [{ ...text('token', 'Token', true), find: headerFault }];
    case 'oauth2':
      if ((system.authentication as { grant_type?: string }).grant_type !== 'resource_owner_credentials')
        return [];
      return [
        text('username', 'Username', false),
        text('password', 'Password', true),
        {
          name: 'store_password',
          label: 'Keep the password',
          secret: false,
          type: 'boolean',
          required: false,
        },
      ];
    default:
      return [];
  }
}

export function inputDefinitions(
  system: Pick<System, 'authenticationType' | 'authentication' | 'credentialInputs'>,
): InputDefinition[] {
  const ofType = typeInputs(system);
  const taken = new Set(ofType.map(({ name }) => name));
  // An own input of the same name means the one of the type.
  const own = system.credentialInputs.filter(({ name }) => !taken.has(name));
  return [...ofType, ...own.map((input) => text(input.name, input.label, input.secret))];
}

export interface SplitInputs {
  open: Record<string, string | boolean>;
  secret: Record<string, string>;
}

const MASK = /^(\*+|•+|\[secret\])$/;

/**
 * The stored inputs with the change laid over: absent keeps, null clears. Throws with every problem at once
 * (`inputs.<name>`); a mask text is refused, a required input must be there in the end.
 */
export function mergeInputs(
  definitions: InputDefinition[],
  stored: SplitInputs,
  change: Record<string, unknown>,
): SplitInputs {
  const errors: FieldError[] = [];
  const known = new Map(definitions.map((definition) => [definition.name, definition]));
  const merged: SplitInputs = { open: {}, secret: {} };
  for (const name of Object.keys(change)) {
    if (!known.has(name)) {
      const names = definitions.map((definition) => definition.name).join(', ');
      errors.push({
        field: `inputs.${name}`,
        code: 'unknown_field',
        message: names
          ? `is not an input of this system: the inputs are ${names}`
          : 'is not allowed: this system takes no inputs',
      });
    }
  }
  for (const definition of definitions) {
    const { name, secret } = definition;
    const isGiven = Object.hasOwn(change, name);
    // What was stored as a secret stays one until it is typed anew, whatever the definition says now.
    const sealed = isGiven || !Object.hasOwn(stored.secret, name) ? undefined : stored.secret[name];
    const kept = sealed ?? (Object.hasOwn(stored.open, name) ? stored.open[name] : undefined);
    const value = isGiven ? change[name] : kept;
    const words = inputFault(definition, value);
    if (words) errors.push({ field: `inputs.${name}`, ...words });
    else if (value !== undefined && value !== null) {
      if (secret || sealed !== undefined) merged.secret[name] = value as string;
      else merged.open[name] = value as string | boolean;
    }
  }
  if (errors.length > 0) throw DomainError.invalid(errors);
  return merged;
}

/** The stored inputs with the open ones that are secrets by now among the secret ones. */
export function withNewSecrets(definitions: InputDefinition[], stored: SplitInputs): SplitInputs {
  const secret = new Set(definitions.filter((definition) => definition.secret).map(({ name }) => name));
  const isSealed = ([name, value]: [string, unknown]) => secret.has(name) && typeof value === 'string';
  const open = Object.entries(stored.open);
  return {
    open: Object.fromEntries(open.filter((entry) => !isSealed(entry))),
    secret: { ...(Object.fromEntries(open.filter(isSealed)) as Record<string, string>), ...stored.secret },
  };
}

function inputFault(definition: InputDefinition, value: unknown): { code: string; message: string } | null {
  if (value === undefined || value === null || value === '') {
    return definition.required ? { code: 'required', message: 'is required for this system' } : null;
  }
  if (definition.type === 'boolean')
    return typeof value === 'boolean' ? null : { code: 'wrong_type', message: 'must be true or false' };
  if (typeof value !== 'string') return { code: 'wrong_type', message: 'must be a text' };
  if (value.length > 8192) return { code: 'too_long', message: 'must have at most 8192 characters' };
  if (definition.secret && MASK.test(value))
    return { code: 'masked_secret', message: 'is a mask, not a secret: leave it out to keep the stored one' };
  const words = definition.find?.(value) ?? null;
  return words === null ? null : { code: 'invalid', message: words };
}
