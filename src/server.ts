import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { setImmediate as endOfTick, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { databaseOptions, readConfig, serviceLinks } from './config.ts';
import { contract } from './contract/index.ts';
import {
  checkSchema,
  type Database,
  describeDatabase,
  exposedFiles,
  newerMigrations,
  openMigratedDatabase,
  unmigratedModels,
} from './database/index.ts';
import { batchedLog, prettyLog } from './http/index.ts';
import { createKey } from './keys/index.ts';
import { type Config, currentValue, describeRedis, type SecretLog } from './settings/index.ts';

/**
 * How many connections may wait to be accepted: one in each tick is. Beyond them the system drops a client's
 * first packet, which it repeats only after a second. Linux allows no more by default.
 */
const MAX_WAITING_CONNECTIONS = 4_096;

await start();

async function start() {
  let app: FastifyInstance | undefined;
  const early: Parameters<SecretLog>[] = [];
  // What happens before there is a log is logged later.
  const tell: SecretLog = (level, message) => {
    if (app) app.log[level](message);
    else early.push([level, message]);
  };
  const config = readConfig(process.env, tell);
  const databaseUrl = currentValue(config.DATABASE_URL);
  for (const name of serviceLinks(process.env)) {
    tell('warn', `${name} is the address of a service, set by the platform: it counts as not set`);
  }
  const database = await openMigratedDatabase(
    config.DATABASE_URL,
    databaseOptions(config, (message) => tell('warn', message)),
  );
  try {
    const isProduction = config.NODE_ENV === 'production';
    const log = (await prettyLog(isProduction, process.stdout)) ?? batchedLog(process.stdout);
    app = await buildApp(config, database, log);
    for (const line of early) tell(...line);
    const unmigrated = await unmigratedModels();
    if (unmigrated) app.log.warn(unmigrated);
    await logSchema(database, app);
    stopOnSignal(app, database, config);
    for (const file of await exposedFiles(databaseUrl)) {
      app.log.warn(`Others can read or write ${file}: restrict it with chmod go-rwx`);
    }
    // By its address: for `localhost` Fastify would open a second server, without most of these settings.
    const { address } = await lookup(config.HOST);
    await app.listen({ host: address, port: config.PORT, backlog: MAX_WAITING_CONNECTIONS });
    const { title, version } = contract.document.info;
    const stores = [describeDatabase(databaseUrl), describeRedis(config.REDIS_URL)];
    const replica = config.DATABASE_READ_URL;
    if (replica) stores.push(`reads from ${describeDatabase(currentValue(replica))}`);
    app.log.info(`${title} ${version} on Node ${process.versions.node}, ${stores.join(', ')}`);
    await welcome(config, database, app);
  } catch (error) {
    await app?.close();
    await database.close();
    throw error;
  }
}

async function logSchema(database: Database, { log }: FastifyInstance) {
  for (const name of await newerMigrations(database)) {
    log.info(
      `The database has migration ${name}, which only a newer version of this service knows. It only adds: this version runs on it`,
    );
  }
  const { slow } = await checkSchema(database);
  if (slow.length > 0)
    log.warn(`The schema of the database lacks ${slow.join(', ')}: lists are slow`);
}

/** After Ctrl-C both the terminal and npm, if npm started this process, send the same signal. */
const REPEATED_SIGNAL_MS = 1_000;
/** What is left after the connections are cut off, for storing the counts and closing the database, and after that for the log. */
const CLOSING_MS = 1_000;

/** Stops the process gracefully at the first signal, and at once at a later one. */
function stopOnSignal(app: FastifyInstance, database: Database, config: Config) {
  let stoppedAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppedAtMs === undefined) {
      stoppedAtMs = performance.now();
      app.log.info(`Stopping because of ${signal}`);
      return stop(app, database, config);
    }
    if (performance.now() - stoppedAtMs < REPEATED_SIGNAL_MS) return;
    app.log.warn(`Stopped at once because of another ${signal}`);
    process.exit(1);
  };
  // SIGHUP comes when the terminal is closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

/** Closes everything. The process exits when nothing keeps it alive any more. */
async function stop(app: FastifyInstance, database: Database, config: Config) {
  cutOffAfter(config.SHUTDOWN_SECONDS, app);
  app.shutdown.begin();
  await wait(config.DRAIN_SECONDS * 1_000);
  await app.close().finally(() => database.close());
  // What nobody reads of the log would keep the process alive.
  if (process.stdout.writableLength > 0) setTimeout(() => process.exit(), CLOSING_MS).unref();
}

function cutOffAfter(seconds: number, app: FastifyInstance) {
  const cutOff = () => {
    process.exitCode = 1;
    app.log.error(`Stopping took more than ${seconds} s: open connections are cut off`);
    app.server.closeAllConnections();
    setTimeout(() => process.exit(), CLOSING_MS).unref();
  };
  setTimeout(cutOff, seconds * 1_000).unref();
}

/** Prints a first API key and a request to try it with, where an embedded store is empty. */
async function welcome(config: Config, { client, provider }: Database, app: FastifyInstance) {
  if (provider !== 'sqlite' || config.NODE_ENV === 'production') return;
  if ((await client.customer.count()) > 0) return;
  const { key } = await createKey(client, { name: 'First customer', plan: 'free' });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
  // After the log lines, which are written at the end of this tick.
  await endOfTick();
  process.stdout.write(`
The store is new and empty. This API key is shown only this once:

  ${key}

Try it:

  curl -H 'Authorization: Bearer ${key}' ${origin}${contract.fullPath('listPets')}

Documentation: ${origin}/docs

`);
}
