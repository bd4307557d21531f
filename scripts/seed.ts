// `npm run seed`: fills a database with the sample data of the service.

import { Command } from 'commander';
import { readConfig } from '../src/platform/config/read-config.ts';
import { openMigratedDatabase } from '../src/platform/database/migrations/index.ts';
import type { Seed, SeedRows } from '../src/platform/service.ts';
import { service } from '../src/service.ts';
import { wholeNumber } from './arguments.ts';

const MAX_ROWS = 100_000_000;
const ROWS_PER_TRANSACTION = 1_000;

export async function main() {
  const { SEEDS } = await service.seeds();
  const seeds = Object.entries<Seed>(SEEDS);
  const command = new Command('npm run seed --').description(
    'Adds realistic rows to the database of DATABASE_URL.',
  );
  const rows = wholeNumber(0, MAX_ROWS);
  for (const [name, { does }] of seeds) command.option(`--${name} <n>`, does, rows);
  const samples = seeds.map(([name, { sample }]) => `--${name} ${sample}`);
  const given = command
    .addHelpText('after', `\nWithout options: ${samples.join(' ')}`)
    .parse()
    .opts<Readonly<Record<string, number>>>();
  const isChosen = Object.keys(given).length > 0;
  const { DATABASE_URL } = readConfig(service, process.env);
  const database = await openMigratedDatabase(service.database, DATABASE_URL, { isTimed: false });
  try {
    for (const [name, { noun, sample, begin }] of seeds) {
      const count = isChosen ? (given[name] ?? 0) : sample;
      if (count > 0) await inBatches(noun, count, await begin(database.client, { count, pick }));
    }
  } finally {
    await database.close();
  }
}

/**
 * Inserts each batch in a transaction of its own, so that an interruption loses only the batch in
 * progress. Reports each tenth that is done.
 */
async function inBatches(noun: string, count: number, { make, insert }: SeedRows) {
  const tenthsOf = (done: number) => Math.floor((done * 10) / count);
  for (let done = 0; done < count; ) {
    const size = Math.min(ROWS_PER_TRANSACTION, count - done);
    await insert(Array.from({ length: size }, (_, i) => make(done + i)));
    done += size;
    const isTenth = tenthsOf(done) > tenthsOf(done - size);
    if (isTenth) process.stderr.write(`${done} of ${count} ${noun}\n`);
  }
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}
