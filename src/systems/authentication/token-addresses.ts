// Where secrets are sent, judged when it is saved; each request is judged again when it is made.
import { type AddressPolicy, OutboundError } from '#outbound';
import { DomainError, type FieldError } from '../../common/errors/domain-error.js';
import type { AuthenticationSettings } from './authentication.types.js';

type Addresses = {
  token_url?: string | null;
  revocation_url?: string | null;
  token_calls?: { url: string }[];
};

/** Throws 400 for an address that calls may not reach, and for plain http to a host that the operator did not name. */
export async function checkTokenAddresses(
  policy: AddressPolicy,
  settings: AuthenticationSettings,
): Promise<void> {
  const {
    token_url: tokenUrl,
    revocation_url: revocationUrl,
    token_calls: calls = [],
  } = settings as Addresses;
  const found = await Promise.all([
    faultOf(policy, 'token_url', tokenUrl),
    faultOf(policy, 'revocation_url', revocationUrl),
    ...calls.map(({ url }, index) => faultOf(policy, `token_calls[${index}].url`, url)),
  ]);
  const errors = found.filter((error) => error !== null);
  if (errors.length > 0) throw DomainError.invalid(errors);
}

async function faultOf(
  policy: AddressPolicy,
  field: string,
  address: string | null | undefined,
): Promise<FieldError | null> {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === 'http:' && !policy.isListed(url)) {
    const message = `must begin with https://, unless OUTBOUND_ALLOW names ${url.host}`;
    return { field, code: 'insecure_url', message };
  }
  try {
    await policy.checkUrl(url);
    return null;
  } catch (error) {
    if (error instanceof OutboundError) return { field, code: 'blocked_address', message: error.message };
    throw error;
  }
}
