import type { Provider } from '../../src/database/index.ts';
import { readName, readOptions, readWholeNumber } from '../arguments.ts';
import { reserveCore } from '../testbed/cores.ts';
import { type Databases, openDatabases } from '../testbed/databases.ts';
import { killServers } from '../testbed/server.ts';
import { measureLimitStep } from './limit-step.ts';
import { type Comparison, compare, type Effort } from './measure.ts';
import { makeStores, measureStarts, startPair } from './pair.ts';
import { profile } from './profile.ts';
import { type DatabaseReport, toMarkdown } from './report.ts';
import { ROW_NAMES, type RowName } from './rows.ts';

const HELP = `Measures what the service costs, compared with a hand-written server that returns the same responses.

  npm run bench -- [--rounds 5] [--seconds 1] [--rows ${ROW_NAMES.join(',')}]
                   [--databases sqlite,postgresql] [--connections 1,32] [--no-growth] [--json]
  npm run bench -- --profile list20 [--databases sqlite] [--connections 32] [--seconds 5]

--rounds       how many times each row is measured; both servers take turns
--seconds      how long each measurement takes
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
  readonly growth: boolean;
}

await main();

async function main() {
  const values = readOptions(HELP, {
    rounds: '5',
    seconds: '1',
    rows: ROW_NAMES.join(),
    databases: DATABASES.join(),
    connections: '1,32',
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
  const stores = await makeStores(databases, ANIMALS);
  const startMs = await measureStarts(stores, choice.rounds);
  const pair = await startPair(stores);
  const comparisons: Comparison[] = [];
  for (const row of choice.rows) {
    for (const count of choice.connections) {
      process.stderr.write(`${database}: ${row}, ${count} connections\n`);
      comparisons.push(await compare(pair, row, count, choice));
    }
  }
  const peakMegabytes = {
    service: (await pair.service.usage()).peakMemoryMb,
    bare: (await pair.bare.usage()).peakMemoryMb,
  };
  await pair.stop();
  const growth = choice.growth ? await measureGrowth(databases, choice) : [];
  return { database, comparisons, startMs, peakMegabytes, growth };
}

/** What a deep page and a create cost in stores of different sizes. */
async function measureGrowth(databases: Databases, effort: Effort): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const animals of SIZES_OF_GROWTH) {
    const pair = await startPair(await makeStores(databases, animals));
    comparisons.push(await compare(pair, 'deep', 1, effort));
    comparisons.push(await compare(pair, 'create', 1, effort));
    await pair.stop();
  }
  return comparisons;
}

async function showProfiles(databases: Databases, database: Provider, choice: Choice) {
  const stores = await makeStores(databases, ANIMALS);
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
