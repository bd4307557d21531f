// Prepared SQL: what it can be given, and what it returns.

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

/** @throws unless the parameters are $1, $2 ... in this order: SQLite binds by place */
export function expectParametersInOrder(sql: string): void {
  const parameters = sql.match(/\$\d+/g) ?? [];
  if (parameters.every((parameter, i) => parameter === `$${i + 1}`)) return;
  throw new Error(`Prepared SQL must have its placeholders $1, $2 ... in this order: ${sql}`);
}

/** As SQLite and as PostgreSQL return it. */
export type Integer = bigint | number | string;
