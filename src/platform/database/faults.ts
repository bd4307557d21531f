// Tells faults of the database, which are temporary, from faults of the code that uses it.

import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type pg from 'pg';

/**
 * Faults after which reads may still succeed. SQLite: disk full or failing, file read-only.
 * PostgreSQL: disk full, I/O errors, a read-only server, a role that may only read.
 */
const WRITES = /^(?:SQLITE_(?:FULL|IOERR|READONLY)|(?:53100|25006|42501|58\w{3})$)/;

/** A time limit of this service was reached, or one of PostgreSQL; SQLite was locked for longer. */
const TIMEOUTS = /^(?:ETIMEDOUT$|57014$|SQLITE_BUSY|timeout (?:expired|exceeded))/;

/** All that is temporary: what a driver or the network reports, by class. */
const FAULTS = [
  WRITES,
  // SQLite: locked by another process, interrupted, out of memory, file missing or not accessible.
  // https://sqlite.org/rescode.html
  /^SQLITE_(?:BUSY|CANTOPEN|INTERRUPT|LOCKED|NOMEM|PERM|PROTOCOL)/,
  // PostgreSQL: connection, access, conflicts of transactions, resources, locks, operators, old
  // snapshots. https://www.postgresql.org/docs/current/errcodes-appendix.html
  /^(?:08|28|40|53|55|57|72)\w{3}$/,
  // A transaction that took too long; a database that is being restored.
  /^(?:25P03|25P04|3D000)$/,
  // A prepared statement that was lost, or that another client of a pooler has left, or whose table
  // has changed. The connection is closed, and the next one prepares it anew.
  /^(?:26000|42P05|0A000)$/,
  // Prisma, where it hides the driver's code: the server, access to it, and time limits; the pool,
  // transactions, and their conflicts. https://www.prisma.io/docs/orm/reference/error-reference
  /^P(?:1000|1001|1002|1003|1008|1010|1011|1017|1018|2024|2028|2034|2037)$/,
  // Prisma's kinds, where the driver has no code.
  /^(?:AuthenticationFailed|ConnectionClosed|Database(?:AccessDenied|DoesNotExist|NotReachable))$/,
  /^(?:SocketTimeout|TlsConnectionError|TooManyConnections|Transaction\w+)$/,
  // This process, when too many wait for their turn.
  /^EAGAIN$/,
  // Node, when the server or its name cannot be reached or does not respond, or no file is free.
  /^(?:EAI_AGAIN|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|E[MN]FILE)$/,
  // OpenSSL and Node, when TLS fails.
  /^(?:ERR_(?:SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
  // The PostgreSQL client, which gives its errors no code.
  /^(?:The server does not support SSL|There was an error establishing an SSL|Query read timeout)/,
  /^(?:Connection terminated|Client (?:has encountered|was closed)|timeout (?:expired|exceeded))/,
];

/** Whether the same request may succeed later. */
export function isDatabaseFault(error: unknown): boolean {
  return error instanceof Error && FAULTS.some((fault) => fault.test(faultKind(error)));
}

/** Whether the database, or what it waited for, took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && TIMEOUTS.test(faultKind(error));
}

/** Whether other writes fail too, while reads may succeed. */
export function isWriteFault(error: unknown): boolean {
  return error instanceof Error && WRITES.test(faultKind(error));
}

/**
 * Faults of a statement or of the schema, which all rows would meet. SQLite: a table that is
 * missing or not readable. PostgreSQL: names, syntax, and errors of its own.
 */
const STATEMENTS =
  /^(?:SQLITE_(?:AUTH|CORRUPT|ERROR|FORMAT|INTERNAL|MISUSE|NOTADB|SCHEMA)|(?:42|XX)\w{3}$)/;

/** Whether a write has failed for what a row contains, so that other rows can be written. */
export function isFaultOfRow(error: unknown): boolean {
  return !isDatabaseFault(error) && !STATEMENTS.test(faultKind(error));
}

/** The codes of SQLite and PostgreSQL. SQLite checks ON DELETE RESTRICT by a trigger of its own. */
const CONSTRAINTS = {
  primaryKey: /^SQLITE_CONSTRAINT_(?:PRIMARYKEY|ROWID)$/,
  unique: /^(?:SQLITE_CONSTRAINT_UNIQUE|23505)$/,
  foreignKey: /^(?:SQLITE_CONSTRAINT_(?:FOREIGNKEY|TRIGGER)|23503|23001)$/,
};

/** SQLite does not say which foreign key is violated. A trigger's error may have no name. */
type ViolatedConstraint =
  | { readonly kind: 'unique'; readonly name: string | undefined }
  | { readonly kind: 'foreignKey' };

/**
 * The constraint that a write has violated, by Prisma or by prepared SQL, so that a handler can
 * throw an error that its operation declares. The name is that of the unique index or primary key
 * in PostgreSQL, on both databases, as in `books_isbn_key`. Undefined for any other error.
 */
export function violatedConstraint(error: unknown): ViolatedConstraint | undefined {
  if (!(error instanceof Error)) return undefined;
  const kind = faultKind(error);
  if (CONSTRAINTS.foreignKey.test(kind)) return { kind: 'foreignKey' };
  if (CONSTRAINTS.primaryKey.test(kind)) return { kind: 'unique', name: sqliteName(error, 'pkey') };
  if (!CONSTRAINTS.unique.test(kind)) return undefined;
  const name = kind === '23505' ? postgresqlName(error) : sqliteName(error, 'key');
  return { kind: 'unique', name };
}

function postgresqlName(error: Error): string | undefined {
  const reported = driverError(error)?.cause as { constraint?: { index?: string } } | undefined;
  return reported?.constraint?.index ?? (error as pg.DatabaseError).constraint;
}

/** PostgreSQL cuts longer names off. */
const MAX_NAME_LENGTH = 63;

/**
 * SQLite names the columns, as in `UNIQUE constraint failed: books.shelf, books.place`, or an index
 * of expressions. The name is the one that Prisma gives a constraint of these columns.
 */
function sqliteName(error: Error, suffix: 'key' | 'pkey'): string {
  const message = driverError(error)?.cause.originalMessage ?? error.message;
  const list = message.slice(message.indexOf(': ') + 2);
  const [, index] = /^index '(.*)'$/.exec(list) ?? [];
  if (index !== undefined) return index;
  const columns = list.split(', ').map((column) => column.split('.'));
  const [[table = ''] = []] = columns;
  const names = suffix === 'pkey' ? [table] : [table, ...columns.map(([, column]) => column)];
  return `${names.join('_').slice(0, MAX_NAME_LENGTH - suffix.length - 1)}_${suffix}`;
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
  // When none of several addresses of a server can be reached, each has its error.
  const { message = String(error), errors } = error as { message?: string; errors?: unknown[] };
  if (errors?.[0]) return reason(errors[0]);
  const [line = ''] = message
    .trim()
    .replace(/^Invalid `.*` invocation:\s+/, '')
    .split('\n');
  return /Message: `(.*)`$/.exec(line)?.[1] ?? line;
}

/** @returns one clear line */
export function cannotBeOpened(cause: unknown): Error {
  return new Error(`The database cannot be opened: ${reason(cause)}`, { cause });
}
