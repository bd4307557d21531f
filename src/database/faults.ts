import { DriverAdapterError } from '@prisma/driver-adapter-utils';

/*
 * Tells faults of the database, which are temporary, from faults of the code that uses it.
 *
 * @see https://sqlite.org/rescode.html
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

/**
 * Faults that only writes meet. SQLite: disk full or failing, file read-only. PostgreSQL: disk
 * full, I/O errors, a read-only server, a role that may only read.
 */
const WRITES = /^(?:SQLITE_(?:FULL|IOERR|READONLY)|(?:53100|25006|42501|58\w{3})$)/;
const FAULTS = [
  WRITES,
  // SQLite: locked by another process, out of memory, file missing.
  /^SQLITE_(?:BUSY|CANTOPEN|LOCKED|NOMEM)/,
  // PostgreSQL: connection, access, resource and operator errors.
  /^(?:08|28|53|57)\w{3}$/,
  // PostgreSQL: a prepared statement that was lost, or whose table has changed. The connection is
  // closed, and the next one prepares it anew.
  /^(?:26000|0A000)$/,
  // Prisma's kinds where the driver has no code; and a transaction that took too long.
  /^(?:ConnectionClosed|DatabaseNotReachable|SocketTimeout|TlsConnectionError|P2028)$/,
  // Node's, when the server or its name cannot be reached or does not respond.
  /^(?:EAI_AGAIN|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/,
  // OpenSSL's and Node's, when TLS fails.
  /^(?:ERR_(?:SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
  // Errors of the PostgreSQL client, which gives them no code.
  /^(?:The server does not support SSL|There was an error establishing an SSL)/,
  /^(?:Connection terminated|Client (?:has encountered|was closed)|timeout (?:expired|exceeded))/,
];

/** Whether the same request may succeed later. */
export function isDatabaseFault(error: unknown): boolean {
  return error instanceof Error && FAULTS.some((fault) => fault.test(faultKind(error)));
}

/** Whether other writes fail too, while reads may succeed. */
export function isWriteFault(error: unknown): boolean {
  return error instanceof Error && WRITES.test(faultKind(error));
}

/** SQLite's code, PostgreSQL's, and Prisma's kind where the driver has none. */
const CONSTRAINTS = {
  unique: /^(?:SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)|23505|UniqueConstraintViolation)$/,
  foreignKey: /^(?:SQLITE_CONSTRAINT_FOREIGNKEY|23503|ForeignKeyConstraintViolation)$/,
};

/**
 * The constraint that a write has violated, by Prisma or by prepared SQL, so that a handler can
 * throw an error that its operation declares. Undefined for any other error.
 */
export function violatedConstraint(error: unknown): keyof typeof CONSTRAINTS | undefined {
  if (!(error instanceof Error)) return undefined;
  const kind = faultKind(error);
  if (CONSTRAINTS.unique.test(kind)) return 'unique';
  return CONSTRAINTS.foreignKey.test(kind) ? 'foreignKey' : undefined;
}

/** Whether a statement names a table that does not exist: 42P01, whatever the server's language. */
export function isTableMissing(error: unknown): boolean {
  return driverError(error)?.cause.kind === 'TableDoesNotExist';
}

/** What errors of one cause have in common: the driver's code, Prisma's kind, or the message. */
export function faultKind(error: unknown): string {
  const reported = driverError(error);
  if (reported) return reported.cause.originalCode ?? reported.cause.kind;
  const { code } = error as { code?: unknown };
  return code === undefined ? reason(error).replaceAll(/\d/g, '') : String(code);
}

/** What the driver has reported, as Prisma's adapter or its client throws it. */
function driverError(error: unknown): DriverAdapterError | undefined {
  const { meta } = error as { meta?: { driverAdapterError?: unknown } };
  const reported = meta?.driverAdapterError ?? error;
  return reported instanceof DriverAdapterError ? reported : undefined;
}

/** The reason of an error in one line. Prisma's errors have several, or only a cause. */
export function reason(error: unknown): string {
  if (error instanceof DriverAdapterError) return error.cause.originalMessage ?? error.message;
  // When none of several addresses can be reached, there is only a code.
  const { message = String(error), code } = error as { message?: string; code?: unknown };
  const [line = ''] = (message || String(code))
    .trim()
    .replace(/^Invalid `.*` invocation:\s+/, '')
    .split('\n');
  return /Message: `(.*)`$/.exec(line)?.[1] ?? line;
}

/** @returns one clear line */
export function cannotBeOpened(cause: unknown): Error {
  return new Error(`The database cannot be opened: ${reason(cause)}`, { cause });
}
