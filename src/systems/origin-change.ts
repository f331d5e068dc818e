// Stored secrets never go to a new host: which origins a system sends secrets to, before and after a change.
import type { System } from './system.entity.js';

type Addresses = Pick<System, 'baseUrl' | 'authentication'>;

/** Scheme, host and port of everything that gets a secret of this system. */
export function secretOrigins(system: Addresses): string[] {
  const settings = system.authentication as {
    token_url?: string | null;
    revocation_url?: string | null;
    token_calls?: { url: string }[];
  };
  const urls = [
    system.baseUrl,
    settings.token_url,
    settings.revocation_url,
    ...(settings.token_calls ?? []).map((call) => call.url),
  ];
  return [...new Set(urls.flatMap((url) => (typeof url === 'string' ? [originOf(url)] : [])))].sort();
}

/** Whether the change sends secrets somewhere that they did not go before. */
export function hasNewOrigin(before: Addresses, after: Addresses): boolean {
  const known = new Set(secretOrigins(before));
  return secretOrigins(after).some((origin) => !known.has(origin));
}

/** A URL with placeholders in its host has no origin of its own: its text stands for it. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);
