// Which paths are the API's and which the admin UI's.

/** With the slash, so that the pages /apis and /health-like names stay pages. */
const SERVERS_OWN = ['/api/', '/workspace/', '/oauth/', '/hooks/', '/health/', '/metrics/'];

/**
 * A path that the service answers itself: in its envelopes, never with the page. So is one that was only written in
 * capitals, with a slash too many, or as a whole address.
 */
export const isServersOwn = (path: string): boolean => {
  const plain = `${path.toLowerCase().replace(/\/{2,}/g, '/')}/`;
  return !path.startsWith('/') || SERVERS_OWN.some((prefix) => plain.startsWith(prefix));
};

/** The decoded path of a request's URL; null when it cannot be decoded. */
export function pathOf(url: string): string | null {
  const end = url.search(/[?#]/);
  try {
    return decodeURIComponent(end === -1 ? url : url.slice(0, end));
  } catch {
    return null;
  }
}
