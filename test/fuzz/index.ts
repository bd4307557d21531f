// The command line of `npm run contract:fuzz`.

import { Command, Option } from 'commander';
import { wholeNumber } from '../../scripts/arguments.ts';
import { compareValidators } from './agreement.ts';
import { makeMistakes } from './mistakes.ts';

const MOST = 1_000_000;

const COUNTED: Readonly<Record<string, string>> = {
  finding: 'mistakes with a finding',
  same: 'that change nothing',
  other: 'that make another contract',
  accepted: 'accepted schemas',
  refused: 'refused ones',
  fitting: 'values that fit',
  unfit: 'that do not',
};

const command = new Command('npm run contract:fuzz --')
  .description(
    'Finds faults of the contract kit, with mistakes in contracts and with random schemas.',
  )
  .option('--mutations', 'make every mistake that changes one place')
  .option('--runs <count>', 'try so many random schemas', wholeNumber(1, MOST))
  .addOption(
    new Option('--seed <number>', 'repeats a run')
      .argParser(wholeNumber(0, MOST))
      .default(Date.now() % MOST, 'another each time'),
  )
  .parse();
const { mutations, runs, seed } = command.opts();
if (!mutations && !runs) command.help({ error: true });

const progress = (made: number, all: number, faults: readonly string[]) => {
  console.error([`${made} of ${all} mistakes`, ...faults].join('\n'));
};
if (mutations) report(await makeMistakes({ seed, progress }));
if (runs) report(await compareValidators({ schemas: runs, seed }));

function report({ counts, faults }: { readonly counts: object; readonly faults: string[] }) {
  for (const fault of faults) console.error(fault);
  const figures = Object.entries(counts).map(([name, count]) => `${count} ${COUNTED[name]}`);
  console.log(`${figures.join(', ')}; ${faults.length} faults (--seed ${seed})`);
  if (faults.length > 0) process.exitCode = 1;
}
