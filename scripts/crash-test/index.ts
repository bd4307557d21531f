import { Command, Option } from 'commander';
import type { Provider } from '../../src/database/index.ts';
import { wholeNumber } from '../arguments.ts';
import { openDatabases } from '../servers/databases.ts';
import { crash } from './crash.ts';

export async function main() {
  const { cycles, database } = new Command('npm run crash-test --')
    .description(
      'Kills the server, and its PostgreSQL, during writes and checks that no animal is lost.',
    )
    .option('--cycles <n>', 'how often to kill the server', wholeNumber(1, 100_000), 200)
    .addOption(new Option('--database <name>').choices(['sqlite', 'postgresql']).default('sqlite'))
    .parse()
    .opts<{ cycles: number; database: Provider }>();
  const databases = await openDatabases(database);
  if (!databases) throw new Error('PostgreSQL is not installed on this machine.');
  try {
    const all = await crash(databases, cycles, (cycle, acknowledged) => {
      process.stderr.write(`cycle ${cycle} of ${cycles}: ${acknowledged} acknowledged\n`);
    });
    process.stdout.write(`${JSON.stringify(all)}\n`);
    const { lost, twice, contradictions } = all;
    if (lost + twice + contradictions === 0) return;
    throw new Error(
      `${lost} animals are lost, ${twice} exist twice, ${contradictions} have two ids.`,
    );
  } finally {
    await databases.close();
  }
}
