import type { Provider } from '../../src/database/index.ts';
import { readName, readOptions, readWholeNumber } from '../arguments.ts';
import { reserveCore } from '../testbed/cores.ts';
import { type Databases, openDatabases } from '../testbed/databases.ts';
import { killServers } from '../testbed/server.ts';
import { measureLimitStep } from './limit-step.ts';
import { type Comparison, compare, type Effort } from './measure.ts';
import { profile } from './profile.ts';
import { type DatabaseReport, toMarkdown } from './report.ts';
import { ROW_NAMES, type RowName } from './rows.ts';
import { makeStores, measureStarts, startServers } from './servers.ts';

const HELP = `Measures what the service costs, compared with two hand-written servers: one that returns
the same responses, and a lean one that returns only their bodies.

  npm run bench -- [--rounds 5] [--seconds 1] [--rows ${ROW_NAMES.join(',')}]
                   [--databases sqlite,postgresql] [--connections 1,32,256] [--customers 1000]
                   [--no-growth] [--json]
  npm run bench -- --profile list20 [--databases sqlite] [--connections 32] [--seconds 5]

--rounds       how many times each row is measured; the servers take turns
--seconds      how long each measurement takes
--customers    how many customers the requests of the row "real" come from
--no-growth    skips the cost of a page and a create in stores of different sizes
--profile      shows by layer where the time goes while the service serves this row

CPU time per request is the figure that other work on the machine affects least. The PostgreSQL
server is started from the binaries on this machine, and skipped if there are none.
`;

const ANIMALS = 100_000;
const SIZES_OF_GROWTH = [1_000, 100_000, 1_000_000];
const DATABASES = ['sqlite', 'postgresql'] as const;

interface Choice extends Effort {
  readonly rows: readonly RowName[];
  readonly connections: readonly number[];
  readonly customers: number;
  readonly growth: boolean;
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
    growth: true,
    profile: '',
    json: false,
  });
  if (!values) return;
  reserveCore();
  const list = (text: string) => text.split(',');
  const choice: Choice = {
    rounds: readWholeNumber('--rounds', values.rounds, 1, 1_000),
    seconds: readWholeNumber('--seconds', values.seconds, 1, 1_000),
    rows: list(values.profile || values.rows).map((row) => readName('--rows', row, ROW_NAMES)),
    connections: list(values.connections).map((count) =>
      readWholeNumber('--connections', count, 1, 10_000),
    ),
    customers: readWholeNumber('--customers', values.customers, 1, 1_000_000),
    growth: values.growth,
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
      process.stderr.write(`${database}: ${row}, ${count} connections\n`);
      comparisons.push(await compare(servers, row, count, choice));
    }
  }
  const peakMegabytes = {
    service: (await servers.service.usage()).peakMemoryMb,
    same: (await servers.same.usage()).peakMemoryMb,
    lean: (await servers.lean.usage()).peakMemoryMb,
  };
  await servers.stop();
  await stores.remove();
  const growth = choice.growth ? await measureGrowth(databases, choice) : [];
  return { database, comparisons, startMs, peakMegabytes, growth };
}

/** What a deep page and a create cost in stores of different sizes. */
async function measureGrowth(databases: Databases, choice: Choice): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const animals of SIZES_OF_GROWTH) {
    const stores = await makeStores(databases, animals, choice.customers);
    const servers = await startServers(stores);
    comparisons.push(await compare(servers, 'deep', 1, choice));
    comparisons.push(await compare(servers, 'create', 1, choice));
    await servers.stop();
    await stores.remove();
  }
  return comparisons;
}

async function showProfiles(databases: Databases, database: Provider, choice: Choice) {
  const stores = await makeStores(databases, ANIMALS, choice.customers);
  for (const row of choice.rows) {
    for (const count of choice.connections) {
      const table = await profile(stores, row, count, choice.seconds);
      process.stdout.write(`${database}, ${row}, ${count} connections\n\n${table}\n\n`);
    }
  }
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
