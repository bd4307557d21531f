// The start of a process: reads the settings, opens the database, and starts the application.

import { lookup } from 'node:dns/promises';
import { setImmediate as afterTick, setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { managerScopesOf } from './account/index.ts';
import { buildApp } from './app.ts';
import {
  baseUrl,
  type Config,
  currentValue,
  fitOpenFiles,
  listenHost,
  openableOrigin,
  openFilesLimit,
  REVISION,
  type Secret,
  type SettingsLog,
  splitList,
} from './config/index.ts';
import { readConfig } from './config/read-config.ts';
import type { Contract } from './contract/index.ts';
import { addressProblem, type Database, describeDatabase, exposedFiles } from './database/index.ts';
import { openMigratedDatabase } from './database/migrations/index.ts';
import { sampleCommand } from './docs/index.ts';
import {
  expectSameService,
  explainListenError,
  keepsWaiting,
  MAX_WAITING_CONNECTIONS,
  stopOnSignal,
} from './http/index.ts';
import { createCustomer, keyRulesOf, type Scopes } from './keys/index.ts';
import { boundedLog } from './observability/index.ts';
import type { Service } from './service.ts';
import { type Apis, loadApis } from './versions.ts';

/** How long the process listens before it loads Prisma's query compiler. */
const COMPILER_DELAY_MS = 250;
/**
 * V8 learns which lines create what lives long, and then allocates it where only a full collection
 * frees it. The line of Node that adds a second listener to an event serves connections and
 * requests: if V8 learns from a burst of connections, everything of each later request lives until
 * a full collection, and takes up to twice the CPU.
 */
const WITHOUT_LEARNED_LIFETIMES = '--no-allocation-site-pretenuring';

/** Starts a service with its own APIs, or with others. @throws one line for people */
export async function start(service: Service, given?: Apis) {
  let database: Database | undefined;
  let app: FastifyInstance | undefined;
  const early: Parameters<SettingsLog>[] = [];
  setFlagsFromString(WITHOUT_LEARNED_LIFETIMES);
  // Messages from before there is a log are logged later.
  const tell: SettingsLog = (level, message) => {
    if (app) app.log[level](message);
    else early.push([level, message]);
  };
  const warn = (message: string) => tell('warn', message);
  try {
    const apis = given ?? (await loadApis(service));
    const publicUrl = baseUrl(apis.map(({ contract }) => contract.basePath));
    const wanted = readConfig(service, process.env, {
      log: tell,
      rules: { DATABASE_URL: addressProblem, PUBLIC_URL: publicUrl, STAGING_URL: publicUrl },
    });
    const config = fitOpenFiles(wanted, openFilesLimit(), warn);
    const databaseUrl = currentValue(config.DATABASE_URL);
    const opened = await openOwnDatabase(service, config, warn);
    database = opened;
    const stop = new AbortController();
    const logStream = boundedLog(process.stdout);
    app = await buildApp(service, config, opened, { logStream, apis, stop });
    for (const line of early.splice(0)) tell(...line);
    stopOnSignal(app, { stop, config, close: () => opened.close() });
    for (const file of await exposedFiles(databaseUrl)) {
      app.log.warn(`Other users can read or write ${file}: restrict it with chmod go-rwx`);
    }
    const listening = await listen(app, service, config);
    const [{ contract }] = apis;
    app.log.info(describeStart(contract, databaseUrl, config.REDIS_URL));
    if (config.NODE_ENV !== 'production') {
      await welcome(service, opened, contract, openableOrigin(listening));
    }
    // Loads Prisma's query compiler, with 20 MB, after the first responses, which rarely need it. If
    // that failed at a request, every later query would fail.
    await wait(COMPILER_DELAY_MS);
    await opened.client.$connect();
  } catch (error) {
    // A warning may name the cause.
    for (const [level, message] of early) process.stderr.write(`${level}: ${message}\n`);
    await app?.close();
    await database?.close();
    throw error;
  }
}

function openOwnDatabase(
  service: Service,
  config: Config,
  warn: (message: string) => void,
): Promise<Database> {
  return openMigratedDatabase(service.database, config.DATABASE_URL, {
    poolSize: config.DATABASE_POOL_SIZE,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    transactionTimeoutMs: config.DATABASE_TRANSACTION_TIMEOUT_MS,
    warn,
  });
}

/** @returns the origin. @throws one line that names the setting to change */
async function listen(app: FastifyInstance, service: Service, config: Config): Promise<string> {
  const { HOST: host, PORT: port, REUSE_PORT: reusePort } = config;
  try {
    // For `localhost` Fastify would open a second server, without most of these settings.
    const { address } = await lookup(host);
    const options = {
      host: listenHost(address),
      port,
      // Fastify passes it on, though its type does not have it.
      reusePort,
      backlog: MAX_WAITING_CONNECTIONS,
      listenTextResolver: (origin: string) => `Server listening at ${openableOrigin(origin)}`,
    };
    if (reusePort) await expectSameService(address, port, service.product);
    if (reusePort && !keepsWaiting()) {
      app.log.warn(
        'A stop resets connections that wait, since the kernel has net.ipv4.tcp_migrate_req = 0',
      );
    }
    return await app.listen(options);
  } catch (error) {
    throw explainListenError(error as Error, { host, reusePort });
  }
}

/** Says for the log what has started, and on which databases. */
function describeStart(
  { document: { info } }: Contract,
  databaseUrl: string,
  redisUrl: Secret | undefined,
): string {
  const build = `${info.version} (${REVISION}) on Node ${process.versions.node}`;
  return `${info.title} ${build}, ${describeDatabase(databaseUrl)}, ${describeRedis(redisUrl)}`;
}

/** Says for the log where Redis is, without users, passwords and other parameters. */
function describeRedis(address: Secret | undefined): string {
  if (address === undefined) return 'no Redis';
  const nodes = splitList(currentValue(address)).map((node) => new URL(node));
  const places = nodes.map(({ host, pathname }) => host + pathname.replace(/^\/$/, ''));
  return `Redis ${places.join(', ')}`;
}

function lostKey({ firstKeyPlan }: Service, contract: Contract): string {
  const listed = listedScopes(contract);
  const scopes = listed.length > 0 ? ` --scopes ${['all', ...listed].join()}` : '';
  return `Lost the API key? Create another:

  npm run --silent keys -- create --name Me --plan ${firstKeyPlan}${scopes}`;
}

/** Prints how to try the service, with a first API key where an embedded database has none. */
async function welcome(
  service: Service,
  { client, provider }: Database,
  contract: Contract,
  origin: string,
) {
  const isFirst = provider === 'sqlite' && (await client.customer.count()) === 0;
  const message = isFirst
    ? await issueFirstKey(service, client, contract, origin)
    : lostKey(service, contract);
  // Below the lines of the log, which are written at the end of their tick.
  await afterTick();
  process.stdout.write(`\n${message}\n\nDocumentation: ${origin}/docs\n\n`);
}

async function issueFirstKey(
  service: Service,
  client: Database['client'],
  contract: Contract,
  origin: string,
): Promise<string> {
  const { key } = await createCustomer(
    { ...keyRulesOf(service), client },
    { name: 'First customer', plan: service.firstKeyPlan },
    { scopes: scopesOfFirstKey(contract) },
  );
  return `The database has no API key yet. This one is shown only this once:

  ${key}

Try it, or press "Try it" beside an operation in the documentation:

  ${sampleCommand(contract, origin, key)}`;
}

/** All but those that manage keys: null where none of them must be listed. */
function scopesOfFirstKey(contract: Contract): Scopes {
  const ofManager = managerScopesOf(contract);
  if (listedScopes(contract).length === 0) return null;
  return contract.scopes.filter((scope) => !ofManager.includes(scope));
}

/** The scopes that must be listed, but those that manage keys. */
function listedScopes(contract: Contract): readonly string[] {
  const ofManager = managerScopesOf(contract);
  return contract.explicitScopes.filter((scope) => !ofManager.includes(scope));
}
