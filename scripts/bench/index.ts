import { parseArgs } from 'node:util';
import type { Provider } from '../../src/database/index.ts';
import { readWholeNumber } from '../arguments.ts';
import { type Comparison, compare, type Effort } from './compare.ts';
import { measurePeaks, measureStarts } from './footprint.ts';
import { measureGrowth } from './growth.ts';
import { measureLimitStep } from './limit-step.ts';
import { startPair } from './pair.ts';
import { killServers } from './processes.ts';
import { profile } from './profile.ts';
import { type DatabaseReport, type Report, toMarkdown } from './report.ts';
import { ROW_NAMES, type RowName } from './rows.ts';
import { openStores, type Stores } from './stores.ts';

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
const DATABASES = ['sqlite', 'postgresql'] as const;

interface Choice extends Effort {
  readonly rows: readonly RowName[];
  readonly connections: readonly number[];
  readonly growth: boolean;
}

await main(process.argv.slice(2));

async function main(args: string[]) {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      rows: { type: 'string', default: ROW_NAMES.join() },
      databases: { type: 'string', default: DATABASES.join() },
      connections: { type: 'string', default: '1,32' },
      growth: { type: 'boolean', default: true },
      profile: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const choice: Choice = {
    rounds: readWholeNumber('--rounds', values.rounds, 1, 1_000),
    seconds: readWholeNumber('--seconds', values.seconds, 1, 1_000),
    rows: readNames('--rows', values.profile ?? values.rows, ROW_NAMES),
    connections: values.connections
      .split(',')
      .map((text) => readWholeNumber('--connections', text, 1, 10_000)),
    growth: values.growth,
  };
  const databases = readNames('--databases', values.databases, DATABASES);
  if (values.profile !== undefined) return showProfiles(databases, choice);
  const report = await measureAll(databases, choice);
  return process.stdout.write(
    values.json ? `${JSON.stringify(report)}\n` : `${toMarkdown(report)}\n`,
  );
}

async function measureAll(databases: readonly Provider[], choice: Choice): Promise<Report> {
  const { rounds, seconds } = choice;
  const reports = await forEachDatabase(databases, (stores, database) =>
    measureDatabase(stores, database, choice),
  );
  const limitStepCpuMicroseconds = Number((await measureLimitStep(rounds)).toFixed(1));
  return { rounds, seconds, databases: reports, limitStepCpuMicroseconds };
}

async function measureDatabase(
  stores: Stores,
  database: Provider,
  choice: Choice,
): Promise<DatabaseReport> {
  const { rows, connections } = choice;
  const store = await stores.make(ANIMALS);
  const startMs = await measureStarts(store, choice);
  const pair = await startPair(store);
  const comparisons: Comparison[] = [];
  for (const row of rows) {
    for (const count of connections) {
      process.stderr.write(`${database}: ${row}, ${count} connections\n`);
      comparisons.push(await compare(pair, pair.rows[row], count, choice));
    }
  }
  const peakMegabytes = await measurePeaks(pair);
  await pair.stop();
  const growth = choice.growth ? await measureGrowth(stores, choice) : [];
  return { database, comparisons, startMs, peakMegabytes, growth };
}

async function showProfiles(databases: readonly Provider[], choice: Choice) {
  const { rows, connections } = choice;
  await forEachDatabase(databases, async (stores, database) => {
    const store = await stores.make(ANIMALS);
    for (const row of rows) {
      for (const count of connections) {
        const table = await profile(store, row, count, choice);
        process.stdout.write(`${database}, ${row}, ${count} connections\n\n${table}\n\n`);
      }
    }
  });
}

async function forEachDatabase<Result>(
  databases: readonly Provider[],
  use: (stores: Stores, database: Provider) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const database of databases) {
    const stores = await openStores(database);
    if (!stores) {
      process.stderr.write(`Skipped ${database}, which is not installed on this machine.\n`);
      continue;
    }
    try {
      results.push(await use(stores, database));
    } finally {
      killServers();
      await stores.close();
    }
  }
  return results;
}

function readNames<Name extends string>(
  option: string,
  text: string,
  known: readonly Name[],
): Name[] {
  return text.split(',').map((given) => {
    const name = known.find((candidate) => candidate === given);
    if (!name) throw new Error(`${option} must be of ${known.join(', ')}.`);
    return name;
  });
}
