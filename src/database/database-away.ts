// Whether an error says that the database is away: it will be back, and what failed may be done again.
const SQL_STATE = /^(?:08|57P|53)/;
const SOCKET = /^E(?:CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)/;
const WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Client was closed|Query read timeout|The database does not answer/i;

/** Connection lost, refused or shut down (SQLSTATE class 08, 53, 57P…), or no answer in time. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code === 'string' && (SQL_STATE.test(code) || SOCKET.test(code))) return true;
  return WORDS.test(message);
}
