import { hashApiKey } from '../../src/keys/api-key.ts';
import { execute } from './execute.ts';

export interface NewCustomers {
  /** Of the first one: it and those that follow must be free. */
  readonly id: number;
  /** How many requests each may send per minute, and per day. */
  readonly limit: number;
  /** In milliseconds since 1970. */
  readonly bannedUntilMs?: number;
}

/** How many rows one statement adds. */
const CHUNK = 1_000;

/** Adds a customer for each API key, by plain SQL, which takes seconds for 100,000. */
export async function addCustomers(url: string, keys: readonly string[], customers: NewCustomers) {
  const statements: string[] = [];
  for (let start = 0; start < keys.length; start += CHUNK) {
    const chunk = keys.slice(start, start + CHUNK);
    statements.push(...insertions(chunk, { ...customers, id: customers.id + start }));
  }
  await execute(url, ...statements);
}

function insertions(keys: readonly string[], customers: NewCustomers): string[] {
  const { id, limit, bannedUntilMs } = customers;
  const ban = bannedUntilMs === undefined ? 'NULL' : `'${new Date(bannedUntilMs).toISOString()}'`;
  const rows = keys.map((_key, i) => `(${id + i}, 'Customer', 'enterprise', ${limit}, ${limit})`);
  const keyRows = keys.map((key, i) => `(${id + i}, '${hashApiKey(key)}', ${ban})`);
  return [
    `INSERT INTO customers (id, name, plan, per_minute, per_day) VALUES ${rows}`,
    `INSERT INTO api_keys (customer_id, hash, banned_until) VALUES ${keyRows}`,
  ];
}
