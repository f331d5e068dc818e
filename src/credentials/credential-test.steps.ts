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

/** The request before the authorization is on it. */
export function shownCall(method: string, url: string, headers: Record<string, string>): ShownMessage {
  const shown = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /key|token|secret|auth|cookie/i.test(name) ? MASK : value,
    ]),
  );
  return { method, url: url.split('?')[0] ?? url, headers: shown, body: null };
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
