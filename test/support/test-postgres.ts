// A PostgreSQL server for the tests of a file.

import t from 'tap';
import { FOR_TESTS, type Postgres, startPostgres } from './servers/postgres.ts';

/** Starts a PostgreSQL server for the tests of a file, which carry the returned options. */
export async function openPostgres(settings: readonly string[] = []) {
  const server = await startPostgres([...FOR_TESTS, ...settings]);
  if (!server && process.env.CI) throw new Error('CI needs PostgreSQL.');
  t.teardown(() => server?.stop());
  const skip = server ? false : 'PostgreSQL not installed';
  // Without a server no test uses it.
  return { server: server as Postgres, url: server?.url ?? '', NEEDS_POSTGRES: { skip } };
}
