import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { setImmediate as endOfTick } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Apis, buildApp } from './app.ts';
import {
  type Config,
  currentValue,
  listenHost,
  openableOrigin,
  type Secret,
  type SettingsLog,
  splitList,
} from './config/index.ts';
import { readConfig } from './config/read-config.ts';
import { REVISION } from './config/revision.ts';
import { contract, type Operation } from './contract/index.ts';
import { type Database, describeDatabase, exposedFiles } from './database/index.ts';
import { openMigratedDatabase } from './database/migrations/index.ts';
import { stopOnSignal } from './http/stop-on-signal.ts';
import { createKey } from './keys/index.ts';
import { batchedLog } from './observability/log-output.ts';

/**
 * How many connections may wait until Node accepts them, one in each tick. If more wait, the system
 * drops a client's first packet, which the client repeats only after a second. Linux allows no more
 * by default.
 */
const MAX_WAITING_CONNECTIONS = 4_096;

/** Starts the service. */
export async function main() {
  await start();
}

/** Starts the service with its own API, or with others. */
export async function start(apis?: Apis) {
  let app: FastifyInstance | undefined;
  const early: Parameters<SettingsLog>[] = [];
  // Messages from before there is a log are logged later.
  const tell: SettingsLog = (level, message) => {
    if (app) app.log[level](message);
    else early.push([level, message]);
  };
  const config = readConfig(process.env, tell);
  const databaseUrl = currentValue(config.DATABASE_URL);
  const database = await openMigratedDatabase(config.DATABASE_URL, {
    poolSize: config.DATABASE_POOL_SIZE,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    warn: (message) => tell('warn', message),
  });
  try {
    const stop = new AbortController();
    app = await buildApp(config, database, { logStream: batchedLog(process.stdout), apis, stop });
    for (const line of early) tell(...line);
    stopOnSignal(app, {
      stop,
      drainSeconds: config.DRAIN_SECONDS,
      shutdownSeconds: config.SHUTDOWN_SECONDS,
      close: () => database.close(),
    });
    for (const file of await exposedFiles(databaseUrl)) {
      app.log.warn(`Other users can read or write ${file}: restrict it with chmod go-rwx`);
    }
    // For `localhost` Fastify would open a second server, without most of these settings.
    const { address } = await lookup(config.HOST);
    await app.listen({
      host: listenHost(address),
      port: config.PORT,
      backlog: MAX_WAITING_CONNECTIONS,
      listenTextResolver: (origin) => `Server listening at ${openableOrigin(origin)}`,
    });
    const { title, version } = contract.document.info;
    const stores = [describeDatabase(databaseUrl), describeRedis(config.REDIS_URL)];
    const build = `${version} (${REVISION}) on Node ${process.versions.node}`;
    app.log.info(`${title} ${build}, ${stores.join(', ')}`);
    await issueFirstKey(config, database, app);
  } catch (error) {
    await app?.close();
    await database.close();
    throw error;
  }
}

/** Says for the log where Redis is, without users, passwords and other parameters. */
function describeRedis(address: Secret | undefined): string {
  if (address === undefined) return 'no Redis';
  const nodes = splitList(currentValue(address)).map((node) => new URL(node));
  const places = nodes.map(({ host, pathname }) => host + pathname.replace(/^\/$/, ''));
  return `Redis ${places.join(', ')}`;
}

/** Creates and prints a first API key, and how to try it, where an embedded store is empty. */
async function issueFirstKey(config: Config, { client, provider }: Database, app: FastifyInstance) {
  if (provider !== 'sqlite' || config.NODE_ENV === 'production') return;
  if ((await client.customer.count()) > 0) return;
  const { key } = await createKey(client, { name: 'First customer', plan: 'free' });
  const { port } = app.server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  const isList = ({ method, path }: Operation) => method === 'GET' && !path.includes('{');
  const { path } = contract.operations.find(isList) ?? { path: '' };
  const origin = `http://${host}:${port}`;
  // After the log lines, which are written at the end of this tick.
  await endOfTick();
  process.stdout.write(`
The store is new and empty. This API key is shown only this once:

  ${key}

Try it:

  curl -H 'Authorization: Bearer ${key}' ${origin}${contract.basePath}${path}

Documentation: ${origin}/docs

`);
}
