// Prepared SQL: what it can be given, and what it returns.

import type { Prisma } from '../../../generated/platform/prisma/client.ts';
import type { Provider } from './service-database.ts';

/** What a transaction of any client does with SQL, whatever its models are. */
export type SqlTransaction = Pick<Prisma.TransactionClient, '$executeRaw' | '$queryRaw'>;

/** What a parameter of prepared SQL can be. */
export type Value = string | number | bigint | null;

/**
 * Runs one statement on the connections of the client, past its query builder. It stays prepared,
 * so it must contain no values: its parameters are $1, $2 ... in this order, each once.
 *
 * @returns the rows as arrays of columns, whose types only the caller knows
 */
export type Query = <Row extends unknown[]>(
  sql: string,
  values: readonly Value[],
) => Promise<Row[]>;

/** Runs one statement of SQLite at once, as `Query`. */
export type Run = <Row extends unknown[]>(sql: string, values: readonly Value[]) => Row[];

/** @throws unless the parameters are $1, $2 ... in this order: SQLite binds by place */
export function expectParametersInOrder(sql: string): void {
  const parameters = sql.match(/\$\d+/g) ?? [];
  if (parameters.every((parameter, i) => parameter === `$${i + 1}`)) return;
  throw new Error(`Prepared SQL must have its placeholders $1, $2 ... in this order: ${sql}`);
}

/**
 * The condition that a column is an element of a JSON array, in one statement for any number of
 * them, which finds each by the index.
 *
 * @param parameter such as `$1`
 * @param type that of the column, for PostgreSQL
 */
export function isInJson(provider: Provider, parameter: string, type: 'text' | 'bigint'): string {
  return provider === 'postgresql'
    ? `= ANY (ARRAY(SELECT json_array_elements_text(${parameter})::${type}))`
    : `IN (SELECT value FROM json_each(${parameter}))`;
}

/** As SQLite and as PostgreSQL return it. */
export type Integer = bigint | number | string;

/** The greatest integer that a column can hold. */
export const MAX_INTEGER = 2n ** 63n - 1n;

const HALF = 2n ** 32n;

/**
 * The sum of a column of integers that are not negative, at most MAX_INTEGER. It is made of two
 * sums: SQLite fails for one that is greater.
 */
export function exactSum(column: string): string {
  const [high, low] = [`sum(${column} / ${HALF})`, `sum(${column} % ${HALF})`];
  return `CASE WHEN ${high} + ${low} / ${HALF} >= ${MAX_INTEGER / HALF + 1n} THEN ${MAX_INTEGER}
    ELSE ${high} * ${HALF} + ${low} END`;
}
