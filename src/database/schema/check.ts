import { EXPECTED_SCHEMA } from '../../../generated/prisma/expected-schema.ts';
import type { Database } from '../database.ts';
import { postgresqlParts, takenNumbers } from './postgresql.ts';
import { sqliteParts } from './sqlite.ts';

export interface SchemaFindings {
  /** What the service relies on and the database has not, such as `pets PRIMARY KEY (id)`. */
  readonly missing: readonly string[];
  /** Indexes without which it is only slow. */
  readonly slow: readonly string[];
}

/**
 * Compares a database with what this version relies on. What it has besides makes no difference.
 *
 * @param expected its parts: those of the models, unless given
 */
export async function checkSchema(
  { provider, query }: Pick<Database, 'provider' | 'query'>,
  expected: readonly string[] = EXPECTED_SCHEMA[provider],
): Promise<SchemaFindings> {
  const parts =
    provider === 'sqlite'
      ? await sqliteParts(query)
      : await postgresqlParts(query, tableNames(expected));
  const existing = new Set(parts);
  const absent = expected.filter((part) => !existing.has(part));
  const isSlow = (part: string) => part.includes(' INDEX (');
  // What is part of something that is missing goes without saying.
  const isNews = (part: string) =>
    !absent.some((other) => part.startsWith(`${other} `) || part.startsWith(`${other}.`));
  const news = absent.filter(isNews);
  return { missing: news.filter((part) => !isSlow(part)), slow: news.filter(isSlow) };
}

/**
 * Names the columns that would be given numbers that rows have already, as after a restore without the
 * sequences. SQLite looks at the rows before it gives a number.
 */
export async function checkNumbers({
  provider,
  query,
}: Pick<Database, 'provider' | 'query'>): Promise<string[]> {
  return provider === 'sqlite' ? [] : takenNumbers(query, tableNames(EXPECTED_SCHEMA.postgresql));
}

function tableNames(parts: readonly string[]): string[] {
  return parts.filter((part) => !/[ .]/.test(part));
}

/** @throws one clear line with what a database lacks */
export async function requireSchema(database: Pick<Database, 'provider' | 'query'>): Promise<void> {
  const { missing } = await checkSchema(database);
  if (missing.length === 0) return;
  throw new Error(
    `The schema of the database lacks ${missing.join(', ')}. Was it restored completely?`,
  );
}
