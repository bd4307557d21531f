import t from 'tap';
import { type Postgres, startPostgres } from '../../scripts/servers/postgres.ts';

/**
 * Starts a PostgreSQL server for the tests of a file.
 *
 * @returns the server with the options of tests that need it: they are skipped where there is none, but not in CI
 */
export async function openPostgres(settings: readonly string[] = []) {
  const server = await startPostgres(settings);
  if (!server && process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
  t.teardown(() => server?.stop());
  const skip = server ? false : 'there is no PostgreSQL on this machine';
  // Where there is none, no test uses it.
  return { server: server as Postgres, url: server?.url ?? '', needsPostgres: { skip } };
}
