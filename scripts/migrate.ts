// `npm run migrate`: brings the database up to this version's schema. It may run again, and on
// several machines at once.

import { Command } from 'commander';
import { readConfig } from '../src/platform/config/read-config.ts';
import { applyMigrations } from '../src/platform/database/migrations/index.ts';
import { service } from '../src/service.ts';

export async function main() {
  const { another = false } = new Command('npm run migrate --')
    .description("Brings the database of DATABASE_URL up to this version's schema.")
    .option('--another', 'make the tables in a database that has them in another schema')
    .parse()
    .opts<{ another?: boolean }>();
  const warn = (message: string) => void process.stderr.write(`${message}.\n`);
  const applied = await applyMigrations(
    service.database,
    readConfig(service, process.env).DATABASE_URL,
    {
      warn,
      makesAnother: another,
    },
  );
  for (const name of applied) process.stdout.write(`Applied ${name}.\n`);
  if (applied.length === 0) process.stdout.write('The schema is up to date.\n');
}
