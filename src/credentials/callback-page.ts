// The page that a consent ends on: the result as text, a word to the page that waits, and a way back.

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? '');

/** The channel on which the admin UI listens; the message only says that there is something to ask for. */
const CHANNEL = 'pipewright-oauth';
const CLOSE_AFTER_MS = 1200;

const SCRIPT = `
const body = document.body;
const message = { attempt_id: body.dataset.attempt };
const channel = new BroadcastChannel('${CHANNEL}');
channel.postMessage(message);
if (window.opener) window.opener.postMessage(message, body.dataset.origin);
document.getElementById('close').addEventListener('click', () => window.close());
if (body.dataset.closes === 'true') setTimeout(() => window.close(), ${CLOSE_AFTER_MS});
`;

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; color: #1a1b1e; }
h1 { font-size: 1.25rem; }
button { font: inherit; padding: .4rem 1rem; }
@media (prefers-color-scheme: dark) { body { background: #1a1b1e; color: #e9ecef; } a { color: #74c0fc; } }
`;

export interface CallbackPage {
  html: string;
  headers: Record<string, string>;
}

/** `nonce` is fresh per page; nothing of the provider's answer is in the page but the escaped message. */
export function callbackPage(
  result: { ok: boolean; message: string; attemptId: string | null; closes: boolean },
  publicUrl: string,
  nonce: string,
): CallbackPage {
  const title = result.ok ? 'Connected' : 'Not connected';
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body data-closes="${result.closes}" data-attempt="${escapeHtml(result.attemptId ?? '')}" data-origin="${escapeHtml(new URL(publicUrl).origin)}">
<main>
<h1>${title}</h1>
<p role="status">${escapeHtml(result.message)}</p>
<p><button id="close" type="button">Close this window</button> <a href="${escapeHtml(publicUrl)}/">Back to Pipewright</a></p>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  };
}
