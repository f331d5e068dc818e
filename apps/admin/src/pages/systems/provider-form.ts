/** The form of a system, filled in from the provider catalogue. */
import { sameValue } from '../../api/json.js';
import type { Provider } from '../../api/types.js';
import { multiPairs, toForm, type SystemForm } from './system-form.js';

const providerMembers = [
  'base_url',
  'grant_type',
  'client_authentication',
  'authorization_url',
  'token_url',
  'scope',
  'scope_separator',
  'transformation_method',
  'token_path',
  'issuer',
  'revocation_url',
  'authorization_format',
] as const;

export const titleOf = (provider: Provider): string => provider.title ?? provider.name;

/** What an entry of the provider catalogue says of the form. */
function saidBy(entry: Provider): Partial<SystemForm> {
  const members = Object.fromEntries(
    providerMembers.flatMap((member) =>
      typeof entry[member] === 'string' && entry[member] !== '' ? [[member, entry[member]]] : [],
    ),
  ) as Partial<SystemForm>;
  const params = Object.fromEntries(
    (['extra_authorize_params', 'extra_token_params'] as const).flatMap((member) => {
      const pairs = multiPairs(entry[member] as Record<string, string> | undefined);
      return pairs.length > 0 ? [[member, pairs]] : [];
    }),
  );
  return { ...members, ...params };
}

/**
 * Fills the form from an entry of the provider catalogue; what the entry does not say stays. `before`: the entry that was
 * taken first, of which nothing stays but what was changed by hand.
 */
export function prefill(form: SystemForm, provider: Provider, before?: Provider): SystemForm {
  const empty = toForm();
  const left = Object.entries(before ? saidBy(before) : {}).filter(([name, value]) =>
    sameValue(form[name as keyof SystemForm], value),
  );
  const cleared = Object.fromEntries(left.map(([name]) => [name, empty[name as keyof SystemForm]]));
  const isNamed = form.system_name !== '' && !(before && form.system_name === titleOf(before));
  return {
    ...form,
    ...cleared,
    ...saidBy(provider),
    authentication_type: 'oauth2',
    system_name: isNamed ? form.system_name : titleOf(provider),
  };
}
