import type { Provider } from '../../src/database/index.ts';
import { readName, readOptions, readWholeNumber } from '../arguments.ts';
import { reserveCore } from '../testbed/cores.ts';
import { type Databases, openDatabases } from '../testbed/databases.ts';
import { type RedisServer, startRedisServer } from '../testbed/redis.ts';
import { killServers } from '../testbed/server.ts';
import { type Comparison, compare } from './compare.ts';
import { measureGrowth } from './growth.ts';
import { measureInstances } from './instances.ts';
import { measureLimitStep } from './limit-step.ts';
import type { Effort } from './measure.ts';
import { profile } from './profile.ts';
import { type DatabaseReport, toMarkdown } from './report.ts';
import { ROW_NAMES, type RowName } from './rows.ts';
import { measureStarts, SERVER_NAMES, type Servers, startServers } from './servers.ts';
import { makeStores, type Stores } from './stores.ts';
import { compareWithRedis } from './with-redis.ts';

const HELP = `Measures what the service costs, compared with two hand-written servers: one that returns the same
responses, and a lean one that returns only their bodies. Then it compares the ratios with their targets.

  npm run bench -- [--rounds 5] [--seconds 1] [--connections 1,32,256] [--customers 1000]
                   [--rows ${ROW_NAMES.join(',')}]
                   [--databases sqlite,postgresql] [--redis] [--instances 4] [--growth 1000000] [--json]
  npm run bench -- --profile lists [--databases sqlite] [--connections 32] [--seconds 5]

--rounds       how many times each row is measured; the servers take turns
--seconds      how long each measurement takes
--customers    how many customers send the requests of the row "real"
--redis        also measures what counting in Redis costs
--instances    also measures so many instances on the same PostgreSQL and Redis
--growth       also compares a store of so many animals and 100,000 customers with a small one
--profile      shows by layer where the time goes while the service serves this row

CPU time per request is the figure that other work on the machine affects least. PostgreSQL and Redis
are started from the binaries on this machine, and skipped if there are none.
`;

const ANIMALS = 100_000;
const DATABASES = ['sqlite', 'postgresql'] as const;

interface Choice extends Effort {
  readonly rows: readonly RowName[];
  readonly connections: readonly number[];
  readonly customers: number;
  readonly redis: boolean;
  /** 0 for none. */
  readonly instances: number;
  /** How many animals, 0 for none. */
  readonly growth: number;
}

await main();

async function main() {
  const values = readOptions(HELP, {
    rounds: '5',
    seconds: '1',
    rows: ROW_NAMES.join(),
    databases: DATABASES.join(),
    connections: '1,32,256',
    customers: '1000',
    redis: false,
    instances: '0',
    growth: '0',
    profile: '',
    json: false,
  });
  if (!values) return;
  reserveCore();
  const list = (text: string) => text.split(',').filter(Boolean);
  const choice: Choice = {
    rounds: readWholeNumber('--rounds', values.rounds, 1, 1_000),
    seconds: readWholeNumber('--seconds', values.seconds, 1, 1_000),
    rows: list(values.profile || values.rows).map((row) => readName('--rows', row, ROW_NAMES)),
    connections: list(values.connections).map((count) =>
      readWholeNumber('--connections', count, 1, 1_000),
    ),
    customers: readWholeNumber('--customers', values.customers, 1, 1_000_000),
    redis: values.redis,
    instances: readWholeNumber('--instances', values.instances, 0, 100),
    growth: readWholeNumber('--growth', values.growth, 0, 1_000_000_000),
  };
  const databases = list(values.databases).map((name) => readName('--databases', name, DATABASES));
  if (values.profile) {
    await forEachDatabase(databases, choice, showProfiles);
    return;
  }
  const { rounds, seconds } = choice;
  const report = {
    rounds,
    seconds,
    databases: await forEachDatabase(databases, choice, measureDatabase),
    limitStepCpuMicroseconds: await measureLimitStep(rounds),
  };
  const text = values.json ? JSON.stringify(report) : toMarkdown(report);
  process.stdout.write(`${text}\n`);
}

async function measureDatabase(
  databases: Databases,
  database: Provider,
  choice: Choice,
): Promise<DatabaseReport> {
  const stores = await makeStores(databases, ANIMALS, choice.customers);
  const startMs = await measureStarts(stores, choice.rounds);
  const servers = await startServers(stores);
  const comparisons: Comparison[] = [];
  for (const row of choice.rows) {
    for (const count of choice.connections) {
      const comparison = await compare(servers, row, count, choice);
      comparisons.push(comparison);
      const cost = SERVER_NAMES.map((name) => comparison[name].cpuMicroseconds.toFixed(0));
      process.stderr.write(`${database}: ${row}, ${count} connections: ${cost.join(' / ')} µs\n`);
    }
  }
  const peakMegabytes = {
    service: (await servers.service.usage()).peakMemoryMb,
    same: (await servers.same.usage()).peakMemoryMb,
    lean: (await servers.lean.usage()).peakMemoryMb,
  };
  const others = await measureOthers(stores, servers, database, choice);
  await servers.stop();
  await stores.remove();
  return { database, comparisons, startMs, peakMegabytes, ...others };
}

async function measureOthers(
  stores: Stores,
  servers: Servers,
  database: Provider,
  choice: Choice,
): Promise<Pick<DatabaseReport, 'redis' | 'instances' | 'growth'>> {
  const { connections, instances, growth } = choice;
  process.stderr.write(`${database}: Redis, instances and growth\n`);
  const redis = choice.redis || instances ? await startRedis() : undefined;
  const isShared = instances > 0 && database === 'postgresql';
  const report = {
    redis:
      redis && choice.redis
        ? await compareWithRedis(stores, servers, connections, redis, choice)
        : [],
    instances:
      redis && isShared
        ? await measureInstances(stores, servers, instances, redis, choice)
        : undefined,
    growth: growth ? await measureGrowth(stores.databases, growth, connections, choice) : [],
  };
  await redis?.stop();
  return report;
}

/** @returns undefined on a machine without Redis */
async function startRedis(): Promise<RedisServer | undefined> {
  try {
    return await startRedisServer();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    process.stderr.write('Skipped Redis, which is not installed on this machine.\n');
    return undefined;
  }
}

async function showProfiles(databases: Databases, database: Provider, choice: Choice) {
  const stores = await makeStores(databases, ANIMALS, choice.customers);
  for (const row of choice.rows) {
    for (const count of choice.connections) {
      const table = await profile(stores, row, count, choice.seconds);
      process.stdout.write(`${database}, ${row}, ${count} connections\n\n${table}\n\n`);
    }
  }
  await stores.remove();
}

async function forEachDatabase<Result>(
  providers: readonly Provider[],
  choice: Choice,
  use: (databases: Databases, database: Provider, choice: Choice) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const provider of providers) {
    const databases = await openDatabases(provider);
    if (!databases) {
      process.stderr.write(`Skipped ${provider}, which is not installed on this machine.\n`);
      continue;
    }
    try {
      results.push(await use(databases, provider, choice));
    } finally {
      killServers();
      await databases.close();
    }
  }
  return results;
}
