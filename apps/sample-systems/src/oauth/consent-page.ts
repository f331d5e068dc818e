/**
 * The page on which a user of the sample system signs in and says yes or no. Plain HTML, no script. Since nobody can know
 * an account of a sample, the page tells one.
 */

export function consentPage(
  system: string,
  clientId: string,
  params: URLSearchParams,
  message: string,
  account?: { username: string; password: string },
): string {
  const scopes = (params.get('scope') ?? '').split(' ').filter(Boolean);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(system)}: give access</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem }
label { display: block; margin: .75rem 0 } input { display: block; width: 100%; font: inherit; padding: .4rem; box-sizing: border-box }
.hint { background: #f1f3f6; padding: .6rem .8rem; border-radius: .4rem } code { font-size: .95em }
button { font: inherit; padding: .5rem 1rem; margin: .5rem .5rem 0 0 } .error { color: #a00 }
</style>
</head>
<body>
<h1>${escape(system)}</h1>
<p><strong>${escape(clientId)}</strong> asks for access${scopes.length > 0 ? ` to: ${escape(scopes.join(', '))}` : ''}.</p>
${account ? `<p class="hint">This is a sample: sign in as <code>${escape(account.username)}</code> with the password <code>${escape(account.password)}</code>.</p>` : ''}
${message ? `<p class="error" role="alert">${escape(message)}</p>` : ''}
<form method="post" action="/oauth/authorize">
<input type="hidden" name="request" value="${escape(params.toString())}">
<label>User name <input name="username" autocomplete="username" autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
