import { DriverAdapterError } from '@prisma/driver-adapter-utils';

/*
 * Tells faults of the database, which pass, from faults of the code that asks it, which do not.
 */

/** Prisma's own words for a database that is away, too slow, or has no connection left. */
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
 * SQLite: locked by another process, disk full or failing, file read-only or gone. PostgreSQL: the
 * classes of connection, resources, operator and system errors, and a read-only server.
 *
 * @see https://sqlite.org/rescode.html, https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CODES =
  /^(?:SQLITE_(?:BUSY|CANTOPEN|FULL|IOERR|LOCKED|NOMEM|READONLY)|(?:08|53|57|58)\w{3}$|25006$)/;

/** Node's, where the server or its name cannot be reached: the adapter maps the commonest only. */
const NETWORK =
  /^(?:EAI_AGAIN|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/;

/** What the PostgreSQL client says without a code. */
const MESSAGES =
  /^(?:timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (?:has encountered|was closed))/;

/** Prisma's code for a transaction that did not get its turn, or took too long. */
const TRANSACTION_TIMEOUT = 'P2028';

/** Whether the same request may well succeed later. */
export function isDatabaseFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { kind = '', originalCode = '' } = driverFault(error) ?? {};
  const { code = '' } = error as { code?: unknown };
  return (
    KINDS.has(kind) ||
    CODES.test(originalCode) ||
    // SQLite's own, of a statement that no adapter stood around.
    CODES.test(String(code)) ||
    NETWORK.test(String(code)) ||
    MESSAGES.test(error.message) ||
    code === TRANSACTION_TIMEOUT
  );
}

/** What the driver reported, which Prisma wraps. */
export function driverFault(error: unknown): { kind?: string; originalCode?: string } | undefined {
  if (error instanceof DriverAdapterError) return error.cause;
  const { meta } = error as { meta?: { driverAdapterError?: unknown } };
  const wrapped = meta?.driverAdapterError;
  return wrapped instanceof DriverAdapterError ? wrapped.cause : undefined;
}
