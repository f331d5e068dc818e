// The one error of this library: a literal code, whether the request may have left, and words for the operator.

/** What went wrong. The literal is stable: callers classify by it, never by the text. */
export type OutboundErrorCode =
  | 'ABORTED'
  | 'BLOCKED_ADDRESS'
  | 'BODY_TIMEOUT'
  | 'CONNECT_REFUSED'
  | 'CONNECT_TIMEOUT'
  | 'CONNECTION_LOST'
  | 'DECODE_FAILED'
  | 'DNS_FAILED'
  | 'HEADERS_TIMEOUT'
  | 'INVALID_HEADER'
  | 'INVALID_REQUEST'
  | 'INVALID_RESPONSE'
  | 'INVALID_URL'
  | 'PROXY_FAILED'
  | 'REDIRECT_REFUSED'
  | 'TLS_FAILED'
  | 'TOO_LARGE'
  | 'TOTAL_TIMEOUT';

/**
 * A call that brought no usable answer. `sent` is false only when no byte of the request can have reached the
 * other side; `status` is set when the status line of an answer was seen. The message names hosts and settings,
 * never a resolved address, a header value, a query or a body.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    readonly sent: boolean = false,
    readonly status?: number,
  ) {
    super(message);
  }
}

const CONNECT_TIMEOUT = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);
const CONNECT_REFUSED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EMFILE',
]);
const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_FAIL', 'EAI_NODATA']);
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|EPROTO)/;

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Words for a failed TLS handshake; the reason code (such as DEPTH_ZERO_SELF_SIGNED_CERT) holds no secret. */
function tlsMessage(host: string, reason: string): string {
  return `The TLS connection to ${host} failed (${reason}). If the system uses a private certificate authority, add its certificate with OUTBOUND_CA_FILE.`;
}

/** Turns an error of undici, Node's sockets or TLS into ours. `host` is the host and port as typed. */
export function toOutboundError(error: unknown, host: string, sent: boolean, status?: number): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  const make = (kind: OutboundErrorCode, message: string) => new OutboundError(kind, message, sent, status);
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return make('HEADERS_TIMEOUT', `${host} took the request but did not answer in time.`);
  if (code === 'UND_ERR_BODY_TIMEOUT') return make('BODY_TIMEOUT', `${host} stopped sending its answer.`);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return make('TOO_LARGE', `The headers of the answer of ${host} are too large.`);
  if (code === 'UND_ERR_INVALID_ARG')
    return make('INVALID_REQUEST', `The request to ${host} is not valid HTTP.`);
  if (code.startsWith('HPE_') || (error as Error).name === 'HTTPParserError')
    return make('INVALID_RESPONSE', `The answer of ${host} is not valid HTTP.`);
  if (!sent) {
    if (CONNECT_TIMEOUT.has(code))
      return make('CONNECT_TIMEOUT', `No connection to ${host} could be made in time.`);
    if (CONNECT_REFUSED.has(code))
      return make('CONNECT_REFUSED', `${host} does not accept connections (${code}).`);
    if (DNS.has(code)) return make('DNS_FAILED', `The name of ${host} could not be resolved (${code}).`);
    if (TLS.test(code)) return make('TLS_FAILED', tlsMessage(host, code));
  }
  return make('CONNECTION_LOST', `The connection to ${host} was closed before the answer was complete.`);
}
