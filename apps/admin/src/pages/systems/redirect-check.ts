/** What speaks against a redirect URL before a person is sent away with it. */
export type RedirectFault = 'other_origin' | 'plain_http';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** `here`: the origin that the browser shows. */
export function redirectFaults(redirectUrl: string, here: string): RedirectFault[] {
  if (!URL.canParse(redirectUrl)) return [];
  const url = new URL(redirectUrl);
  return [
    ...(url.origin === here ? [] : ['other_origin' as const]),
    ...(url.protocol === 'https:' || loopback.test(url.hostname) ? [] : ['plain_http' as const]),
  ];
}
