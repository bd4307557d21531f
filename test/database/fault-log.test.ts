import t from 'tap';
import { startServer } from '../support/processes.ts';
import { ask } from '../support/scripts.ts';
import { prepare } from '../support/servers/databases.ts';
import { startPostgres } from '../support/servers/postgres.ts';

/*
 * What is logged while the database is down, on a real one.
 */

const REQUESTS = 2_000;

t.test('a flood of requests without a database makes some lines, with their count', async (t) => {
  const server = await startPostgres();
  if (!server && process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
  if (!server) return t.comment('skipped: there is no PostgreSQL on this machine');
  t.teardown(() => server.stop());
  const key = await prepare(server.url, 1);
  const service = await startServer(t, { DATABASE_URL: server.url });
  const list = async () => (await ask(`${service.origin}/v1/pets`, `Bearer ${key}`)).status;
  t.equal(await list(), 200);
  await server.kill();

  const statuses: number[] = [];
  while (statuses.length < REQUESTS) {
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, list))));
    await ask(`${service.origin}/readyz`);
  }
  t.strictSame(new Set(statuses), new Set([503]));
  const { stdout } = await service.end('SIGTERM');
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const faults = lines.filter(({ severity_number: severity }) => severity >= 13);
  t.ok(faults.length < REQUESTS / 10, `${faults.length} lines`);
  const counted = faults.filter(({ body }) => /request failed|could not be looked up/.test(body));
  t.equal(sumOf(counted), REQUESTS);
  t.equal(lines.filter((line) => line['http.response.status_code'] === 503).length, REQUESTS);
});

const sumOf = (lines: { 'animal_store.count': number }[]) =>
  lines.reduce((sum, line) => sum + line['animal_store.count'], 0);
