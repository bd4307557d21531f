// A database that cannot be written to: creates get 503, everything else is served, and the service
// recovers without a restart.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { appendFile, chmod, mkdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { emptyDatabase, NEEDS_POSTGRES, postgresUrl, run } from '../../support/both-databases.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { addWidget, startServer } from '../../support/processes.ts';
import { prepare } from '../../support/servers/databases.ts';
import { DATABASE_PATIENCE } from '../../support/servers/server.ts';
import { eventually, until } from '../../support/until.ts';

/** Starts the service on a migrated database. */
async function serve(t: Test, url: string) {
  const key = await prepare(url);
  const { origin } = await startServer(t, { DATABASE_URL: url, ...DATABASE_PATIENCE });
  const headers = { authorization: `Bearer ${key}` };
  const body = JSON.stringify({ name: 'Bolt'.repeat(60), groupId: 1 });
  return {
    /** @returns the status, and whether there is a Retry-After */
    async create(idempotencyKey?: string): Promise<[number, boolean]> {
      const response = await addWidget(origin, key, { body, idempotencyKey });
      await response.text();
      return [response.status, response.headers.has('retry-after')];
    },
    list: async () => (await fetch(`${origin}/v1/widgets`, { headers })).status,
    readiness: async () => (await fetch(`${origin}/readyz`)).status,
  };
}

type Served = Awaited<ReturnType<typeof serve>>;

/** Checks the service from the first write that fails until writes succeed again. */
async function checkOutage(t: Test, service: Served, repair: () => Promise<unknown>) {
  // What the database has written before can be written again.
  let isWritten = true;
  while (isWritten) {
    const [status] = await service.create();
    isWritten = status === 201;
  }
  t.same(await service.create(), [503, true]);
  t.same(await service.create('key'), [503, true], 'also with a key');
  t.same(await service.create('before'), [201, false], 'what was stored is repeated');
  t.equal(await service.list(), 200);
  t.equal(await service.readiness(), 200);
  await repair();
  await eventually(t, service.create, [201, false]);
  for (let i = 0; i < 20; i += 1) t.same(await service.create(`${i}`), [201, false]);
}

const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]);

/** The options of tests that mount a file system. */
const NEEDS_MOUNT = {
  skip: canMount.status === 0 ? false : 'this account cannot mount a file system',
};

/** Mounts a file system of its own until the test ends, which the test can fill. */
async function mountSmallDisk(t: Test, megabytes: number) {
  const path = await temporaryFolder(t);
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  t.teardown(() => spawnSync('umount', ['--lazy', path]));
  await chmod(path, 0o777);
  const ballast = join(path, 'ballast');
  return {
    path,
    /** Fills what is free now. */
    async fill() {
      const { bavail, bsize } = await statfs(path);
      // Somebody else may write meanwhile: then it is full before.
      await appendFile(ballast, Buffer.alloc(bavail * bsize)).catch((error) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    free: () => rm(ballast),
  };
}

t.test('SQLite on a disk that is full', NEEDS_MOUNT, async (t) => {
  const disk = await mountSmallDisk(t, 8);
  const service = await serve(t, `file:${join(disk.path, 'store.db')}`);
  await service.create('before');
  await disk.fill();
  await checkOutage(t, service, disk.free);
});

t.test('connections to a read-only PostgreSQL are replaced', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  const name = new URL(url).pathname.slice(1);
  const service = await serve(t, url);
  await service.create('before');
  await run(
    postgresUrl,
    `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  // Connections that were made meanwhile keep the setting.
  await checkOutage(t, service, () =>
    run(postgresUrl, `ALTER DATABASE ${name} RESET default_transaction_read_only`),
  );
});

const NEEDS_BOTH = { skip: NEEDS_POSTGRES.skip || NEEDS_MOUNT.skip };

const smallUrl = postgresUrl.replace(/postgres$/, 'small');

/** Starts the service on a PostgreSQL database with a small disk of its own. */
async function serveOnSmallDisk(t: Test) {
  const disk = await mountSmallDisk(t, 32);
  const location = join(disk.path, 'space');
  await mkdir(location);
  spawnSync('chown', ['65534:65534', location]);
  await run(
    postgresUrl,
    `CREATE TABLESPACE small LOCATION '${location}'`,
    'CREATE DATABASE small TABLESPACE small',
  );
  t.teardown(() => run(postgresUrl, 'DROP DATABASE small WITH (FORCE)', 'DROP TABLESPACE small'));
  const service = await serve(t, smallUrl);
  await service.create('before');
  return { disk, service, sessionFiles: () => globSync(join(location, '*/*/pg_internal.init')) };
}

t.test('PostgreSQL on a disk that is full', NEEDS_BOTH, async (t) => {
  const { disk, service, sessionFiles } = await serveOnSmallDisk(t);
  // A session writes a file unless there is one.
  await until(async () => {
    await run(smallUrl, 'SELECT 1');
    return sessionFiles().length > 0;
  });
  await disk.fill();
  await checkOutage(t, service, disk.free);
});

t.test('PostgreSQL cannot begin a session on a disk that is full', NEEDS_BOTH, async (t) => {
  const { disk, service, sessionFiles } = await serveOnSmallDisk(t);
  // A session of the service that begins meanwhile may write the file again.
  do {
    for (const file of sessionFiles()) await rm(file);
    await disk.fill();
  } while (sessionFiles().length > 0);
  await run(
    postgresUrl,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'small'",
  );
  // Until all sessions have ended that were there before.
  await eventually(t, service.list, 503);
  t.same(await service.create(), [503, true]);
  await disk.free();
  await eventually(t, service.create, [201, false]);
});
