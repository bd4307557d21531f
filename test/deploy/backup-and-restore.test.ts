// Backup and restore with the very commands of OPERATIONS.md.

import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { emptyDatabase, NEEDS_POSTGRES, open, run } from '../support/both-databases.ts';
import { temporaryFolder } from '../support/databases.ts';
import { codeIn, sectionOf } from '../support/markdown.ts';
import { addWidget, startServer } from '../support/processes.ts';
import { readAsSample } from '../support/read-as-sample.ts';
import { unlessInstalled } from '../support/scripts.ts';
import { grantRights, prepare } from '../support/servers/databases.ts';

const operations = await readAsSample('OPERATIONS.md');
const [SQLITE_BACKUP, SQLITE_RESTORE, POSTGRES_BACKUP, POSTGRES_RESTORE] = codeIn(
  'sh',
  sectionOf(operations, 'Back up and restore'),
);

/** Runs commands as they are pasted. */
async function paste(commands: string | undefined, cwd: string, url: string) {
  const env = { ...process.env, DATABASE_URL: url };
  await promisify(execFile)('sh', ['-euc', String(commands)], { cwd, env });
}

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

/** Adds a widget. @returns its id */
async function add(origin: string, key: string): Promise<number> {
  const { id } = (await (await addWidget(origin, key)).json()) as { id: number };
  return id;
}

/** Checks that the service is ready on a restored database, complete, and gives the next id. */
async function checkRestored(t: Test, url: string, key: string, nextId: number) {
  const database = await open(t, url);
  t.equal(await database.client.widget.count(), nextId - 1);
  const { origin } = await startServer(t, { DATABASE_URL: url });
  t.equal((await fetch(`${origin}/readyz`)).status, 200);
  t.equal(await add(origin, key), nextId);
}

t.test('a backup of SQLite can be restored', { skip: unlessInstalled('sqlite3') }, async (t) => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'data'));
  const file = join(cwd, 'data/sample-service.db');
  const url = `file:${file}`;
  const key = await prepare(url, 20);
  const server = await startServer(t, { DATABASE_URL: url });
  t.equal(await add(server.origin, key), 21);
  await paste(SQLITE_BACKUP, cwd, url);
  t.equal(await modeOf(join(cwd, 'backup.db')), 0o600);
  t.equal(await add(server.origin, key), 22, 'while it runs');
  await server.end('SIGKILL');
  await paste(SQLITE_RESTORE, cwd, url);
  t.equal(await modeOf(file), 0o600);
  await checkRestored(t, url, key, 22);
});

t.test('a backup of PostgreSQL is restored over what is damaged', NEEDS_POSTGRES, async (t) => {
  const cwd = await temporaryFolder(t);
  const url = await emptyDatabase(t, 'postgresql');
  const key = await prepare(url, 20);
  await paste(POSTGRES_BACKUP, cwd, url);
  t.equal(await modeOf(join(cwd, 'backup.dump')), 0o600);

  await run(
    url,
    'ALTER TABLE widgets DROP CONSTRAINT widgets_pkey CASCADE',
    'DROP TABLE shipments',
  );
  await paste(POSTGRES_RESTORE, cwd, url);
  await grantRights(url);
  await checkRestored(t, url, key, 21);
});
