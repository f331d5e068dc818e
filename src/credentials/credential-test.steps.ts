// The steps of a credential test as they are shown: secrets masked.
import { MASK } from '#oauth';
import type { OutboundResponse } from '#outbound';

export interface ShownMessage {
  method?: string;
  url?: string;
  status?: number;
  content_type?: string | null;
  headers?: Record<string, string>;
  body?: string | null;
}

export interface TestStep {
  name: string;
  ok: boolean;
  status: number | null;
  duration_ms: number | null;
  request: ShownMessage | null;
  response: ShownMessage | null;
  error: string | null;
}

const MOST_BODY = 2_000;

/** The test request as it is set up: its templates are not filled, and what may be a secret is masked. */
export function shownCall(
  method: string,
  url: string,
  headers: Record<string, string>,
): { method: string; url: string; headers: Record<string, string> } {
  const shown = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /key|token|secret|auth|cookie/i.test(name) ? MASK : value,
    ]),
  );
  return { method, url: shownAddress(url), headers: shown };
}

/** Of the query the names, and values that are templates. */
function shownAddress(url: string): string {
  const [address = '', query = ''] = url.split('?', 2);
  if (query === '') return address;
  const pairs = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return value === '' || /^\{\{[^{}]+\}\}$/.test(value) ? pair : `${name}=${MASK}`;
  });
  return `${address}?${pairs.join('&')}`;
}

/** The beginning of an answer as text, with the secrets of the call taken out in every form they may have. */
export function shownAnswer(answer: OutboundResponse, secrets: string[]): ShownMessage {
  let body = answer.body.toString('utf8');
  for (const secret of secrets) {
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      JSON.stringify(secret).slice(1, -1),
    ];
    for (const form of forms) if (form.length >= 4) body = body.replaceAll(form, MASK);
  }
  const type = answer.headers['content-type'];
  return {
    status: answer.status,
    content_type: typeof type === 'string' ? type : null,
    body: body === '' ? null : body.slice(0, MOST_BODY),
  };
}
