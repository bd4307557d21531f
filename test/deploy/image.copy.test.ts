// The files of the image, without Docker: as an unprivileged user, in a folder that is read-only.
// `.ci/ship` builds them from an empty folder, which it names in SHIPPED_FOLDER.

import { constants, globSync } from 'node:fs';
import { chmod, chown, copyFile, cp, lstat, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { modelOf } from '../../scripts/contract/index.ts';
import { service } from '../../src/service.ts';
import { emptyDatabase, onBoth } from '../support/both-databases.ts';
import { startCollector } from '../support/collector.ts';
import { temporaryFolder } from '../support/databases.ts';
import { NEEDS_REDIS, startRedis } from '../support/redis.ts';
import { ask, listening, root } from '../support/scripts.ts';
import { launch } from '../support/servers/process.ts';
import { PATIENCE } from '../support/servers/server.ts';
import { eventually } from '../support/until.ts';

const MAX_BYTES = 30_000_000;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');

/** In a checkout, but not written by a build. */
const NOT_BUILT = /\/dist\/(?:cache|typecheck\.tsbuildinfo)$/;

/** Copies what the Dockerfile copies, into a folder of which only `data` may be written to. */
async function shippedFolder(t: Test): Promise<string> {
  const built = process.env.SHIPPED_FOLDER ?? root;
  const folder = await temporaryFolder(t);
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) \.\/\S*$/gm)];
  for (const [, path = ''] of copied) {
    const filter = (file: string) => !NOT_BUILT.test(file);
    await cp(join(built, path), join(folder, path), { recursive: true, filter });
  }
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  if (isRoot) await chown(data, NOBODY, NOBODY);
  const setModes = async (mode: number) => {
    for (const directory of [folder, ...entriesIn(folder, 'isDirectory')]) {
      if (directory !== data) await chmod(directory, mode);
    }
  };
  await setModes(0o555);
  // Otherwise only root could remove them.
  t.teardown(() => setModes(0o755));
  return folder;
}

/** Returns the paths below a folder. */
function entriesIn(folder: string, kind: 'isFile' | 'isDirectory'): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry[kind]())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Copies Node into a folder that everybody may read: a checkout may be private. */
async function readableNode(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  const node = join(folder, 'node');
  await copyFile(process.execPath, node, constants.COPYFILE_FICLONE);
  return node;
}
const node = await readableNode(t);

/** Runs Node in the folder as the image does, with these variables alone. */
function runIn(t: Test, cwd: string, args: readonly string[], settings: Record<string, string>) {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const variables = Object.entries({ NODE_ENV: 'production', HOST: '::', ...settings });
  const environment = variables.map(([name, value]) => `${name}=${value}`);
  const command = ['env', '--ignore-environment', ...environment, node, ...args];
  const running = launch(command, { cwd, ...user });
  t.teardown(() => running.end('SIGKILL'));
  return running;
}

/** The commands of HEALTHCHECK and of the image. */
const [health = [], start = []] = [...dockerfile.matchAll(/^ *CMD \["node", (.*)\]$/gm)].map(
  ([, args]): string[] => JSON.parse(`[${args}]`),
);

t.test('the image is small, with one native file and no packages', async (t) => {
  const folder = await shippedFolder(t);
  const sizes = await Promise.all(
    entriesIn(folder, 'isFile').map(async (file) => (await lstat(file)).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  t.comment(`${sizes.length} files, ${(bytes / 1e6).toFixed(1)} MB beside Node`);
  t.ok(bytes < MAX_BYTES, `${bytes} bytes`);
  const names = entriesIn(folder, 'isFile').map((file) => file.slice(folder.length + 1));
  t.equal(names.filter((name) => name.endsWith('.node')).length, 1, 'one native file');
  t.notOk(names.some((name) => name.includes('node_modules')));
});

/** The first list of the service, whatever it lists. */
const { contract } = await service.versions[0].contract();
const [list] = modelOf(contract).operations.filter(
  ({ method, path }) => method === 'get' && !path.includes('{'),
);

t.test('starts, serves and stops', async (t) => {
  const { route: path = '', operationId } = list ?? {};
  await onBoth(t, async (t, provider) => {
    const redis = NEEDS_REDIS.skip ? undefined : await startRedis(t);
    const collector = await startCollector(t);
    const folder = await shippedFolder(t);
    const settings = {
      PORT: '0',
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...PATIENCE,
      ...(provider === 'postgresql' && { DATABASE_URL: await emptyDatabase(t, provider) }),
      ...(redis && { REDIS_URL: redis.url }),
    };
    const run = (...args: string[]) => runIn(t, folder, args, settings).ended;

    t.match(await run('dist/scripts/migrate.js'), { code: 0, stdout: /^Applied / });
    const server = runIn(t, folder, start, settings);
    const [, metrics = ''] = await server.waitFor(/Metrics at (http[^"]+)/);
    const origin = await listening(server);
    if (redis) await server.waitFor(new RegExp(`${service.product} .*Redis 127\\.0\\.0\\.1`));
    const { port } = new URL(origin);
    const isHealthy = () => runIn(t, folder, health, { PORT: port }).ended;
    await eventually(t, async () => (await isHealthy()).code, 0);

    const create = ['create', '--name', 'Ship', '--plan', service.firstKeyPlan, '--json'];
    const { stdout } = await run('dist/scripts/keys.js', ...create);
    const { key } = JSON.parse(stdout);
    const read = () => ask(`${origin}${path}`, `Bearer ${key}`);
    // On a busy machine keys may be looked up too slowly.
    await eventually(t, async () => (await read()).status, 200);
    t.equal((await run('dist/scripts/seed.js')).code, 0);
    t.not(await (await read()).text(), '[]');
    t.equal((await fetch(`${origin}/docs`)).status, 200);
    t.match(await (await fetch(metrics)).text(), `http_requests_total{operation="${operationId}"`);
    t.equal((await run('dist/scripts/keys.js', 'list')).code, 0);

    const { code, stderr } = await server.end('SIGTERM');
    t.strictSame({ code, stderr }, { code: 0, stderr: '' });
    const names = collector.spans.map(({ name }) => name);
    t.ok(names.includes(`GET ${path}`), 'traces were sent');
    t.ok(
      names.some((name) => name.startsWith('SELECT ')),
      'also of statements',
    );
  });
});
