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

export const asksConsent = (system: System): boolean =>
  system.authentication_type === 'oauth2' &&
  (system.grant_type === 'authorization_code' || system.grant_type === 'authorization_code_pkce');
