/** Which inputs a connection to a system asks for; nothing else is shown. */
import type { System } from '../../api/types.js';

export interface InputDefinition {
  name: string;
  label: string;
  secret: boolean;
  kind: 'text' | 'switch';
}

const username: InputDefinition = { name: 'username', label: 'Username', secret: false, kind: 'text' };
const password: InputDefinition = { name: 'password', label: 'Password', secret: true, kind: 'text' };

export function inputsOf(system: System): InputDefinition[] {
  const own = system.credential_inputs.map((input): InputDefinition => ({
    ...input,
    kind: 'text',
    label: input.label || input.name,
  }));
  switch (system.authentication_type) {
    case 'basic':
      return [username, password, ...own];
    case 'api_key':
      return [{ name: 'api_key', label: 'API key', secret: true, kind: 'text' }, ...own];
    case 'bearer_token':
      return [{ name: 'token', label: 'Token', secret: true, kind: 'text' }, ...own];
    case 'oauth2':
      return system.grant_type === 'resource_owner_credentials'
        ? [
            username,
            password,
            { name: 'store_password', label: 'Keep the password', secret: false, kind: 'switch' },
            ...own,
          ]
        : own;
    default:
      return own;
  }
}

/** Of what was typed for one system, the open inputs that another asks for under the same name and label. */
export function sharedInputs(
  typed: Record<string, unknown>,
  system: System,
  other: System,
): Record<string, unknown> {
  const isOpen = (of: System, name: string, label?: string): boolean =>
    inputsOf(of).some(
      (input) => input.name === name && !input.secret && (label === undefined || input.label === label),
    );
  const labelOf = (name: string) => inputsOf(system).find((input) => input.name === name)?.label;
  return Object.fromEntries(
    Object.entries(typed).filter(([name]) => isOpen(system, name) && isOpen(other, name, labelOf(name))),
  );
}

export const asksConsent = (system: System): boolean =>
  system.authentication_type === 'oauth2' &&
  (system.grant_type === 'authorization_code' || system.grant_type === 'authorization_code_pkce');
