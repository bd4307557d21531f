import { DriverAdapterError } from '@prisma/driver-adapter-utils';

/*
 * Tells faults of the database, which are temporary, from faults of the code that uses it, which are not.
 */

/** Prisma's kinds of errors for a database that is unavailable, too slow, or out of connections. */
const KINDS = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);

/**
 * SQLite: locked by another process, disk full or failing, file read-only or missing. PostgreSQL: the
 * classes of connection, resource, operator and system errors, a read-only server, and missing rights.
 *
 * @see https://sqlite.org/rescode.html, https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CODES =
  /^(?:SQLITE_(?:BUSY|CANTOPEN|FULL|IOERR|LOCKED|NOMEM|READONLY)|(?:08|28|53|57|58)\w{3}$|(?:25006|42501)$)/;

/** Node's, when the server or its name cannot be reached: the adapter maps only the most common ones. */
const NETWORK =
  /^(?:EAI_AGAIN|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/;

/** Errors of the PostgreSQL client that have no code, of its address, TLS and servers, and of `withTimeout`. */
const MESSAGES =
  /^(?:TLS failed|The server does not support TLS|The server \S+ is |The database address |timeout (?:expired|exceeded when trying to connect)|Query read timeout|Connection terminated|Client (?:has encountered|was closed)|There was no answer within)/;

/** Prisma's code for a transaction that could not start in time, or took too long. */
const TRANSACTION_TIMEOUT = 'P2028';

/** Whether the same request may succeed later. */
export function isDatabaseFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { kind = '', code } = faultOf(error);
  return (
    KINDS.has(kind) ||
    CODES.test(code) ||
    NETWORK.test(code) ||
    MESSAGES.test(error.message) ||
    code === TRANSACTION_TIMEOUT
  );
}

/**
 * What only writes meet. SQLite: disk full or failing, file read-only. PostgreSQL: disk full, I/O errors, a
 * read-only server, a role that may only read.
 */
const WRITES_ONLY = /^(?:SQLITE_(?:FULL|IOERR|READONLY)|(?:53100|25006|42501|58\w{3})$)/;

/** Whether other writes fail too, while reads may succeed. */
export function isWriteFault(error: unknown): boolean {
  return error instanceof Error && WRITES_ONLY.test(faultOf(error).code);
}

/** What the driver reported, unwrapped from Prisma's error, or the error itself where no adapter has wrapped it. */
export function faultOf(error: unknown): { readonly kind?: string; readonly code: string } {
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: unknown } };
  const reported = meta?.driverAdapterError ?? error;
  if (!(reported instanceof DriverAdapterError)) return { code: String(code) };
  const { kind, originalCode } = reported.cause;
  return { kind, code: String(originalCode ?? code) };
}

/** What an error has in common with others of its cause, for the log. */
export function faultKind(error: unknown): string {
  const { kind, code } = faultOf(error);
  if (code !== 'undefined') return code;
  return kind ?? reason(error).replaceAll(/\d/g, '');
}

/** The reason of an error in one line: Prisma's errors spread it over several, or have it only in their cause. */
export function reason(error: unknown): string {
  if (error instanceof DriverAdapterError) return error.cause.originalMessage ?? error.message;
  // When none of several addresses can be reached, there is only a code.
  const message = error instanceof Error ? error.message || faultOf(error).code : String(error);
  const [line = message] = message
    .trim()
    .replace(/^Invalid `.*` invocation:\s+/, '')
    .split('\n');
  return /Message: `(.*)`$/.exec(line)?.[1] ?? line;
}
