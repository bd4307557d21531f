import { openDatabases } from '../../test/support/servers/databases.ts';
import { readName, readOptions, readWholeNumber } from '../arguments.ts';
import { crash } from './crash.ts';

const HELP = `Kills the service under concurrent writes, again and again. Fails if an animal is lost whose
creation was acknowledged, or if one exists twice.

  npm run crash-test -- [--cycles 200] [--database sqlite|postgresql]

The PostgreSQL server is started from the binaries on this machine and killed with the service.
`;

await main();

async function main() {
  const values = readOptions(HELP, { cycles: '200', database: 'sqlite' });
  if (!values) return;
  const cycles = readWholeNumber('--cycles', values.cycles, 1, 100_000);
  const provider = readName('--database', values.database, ['sqlite', 'postgresql'] as const);
  const databases = await openDatabases(provider);
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
