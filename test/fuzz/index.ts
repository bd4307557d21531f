import { Command, Option } from 'commander';
import { wholeNumber } from '../../scripts/arguments.ts';
import { compareValidators } from './agreement.ts';
import { makeMistakes } from './mistakes.ts';

const MOST = 1_000_000;

const command = new Command('npm run contract:fuzz --')
  .description(
    'Looks for what the contract kit gets wrong: by mistakes in openapi/, and by random schemas.',
  )
  .option('--mutations', 'make every mistake that changes one place')
  .option('--sample <count>', 'make only so many of these mistakes', wholeNumber(1, MOST))
  .option('--runs <count>', 'try so many random schemas', wholeNumber(1, MOST))
  .option('--values <count>', 'try so many values of each, both ways', wholeNumber(1, MOST), 100)
  .addOption(
    new Option('--seed <number>', 'repeats a run')
      .argParser(wholeNumber(0, MOST))
      .default(Date.now() % MOST, 'another each time'),
  )
  .option('--verbose', 'show what becomes of each mistake')
  .parse();
const { mutations, sample, runs, values, seed, verbose } = command.opts();
if (!mutations && !runs) command.help({ error: true });

if (mutations) {
  const onVerdict = (mistake: string, verdict: string) => console.log(`${verdict}: ${mistake}`);
  report(
    await makeMistakes({ seed, ...(sample && { count: sample }), ...(verbose && { onVerdict }) }),
  );
}
if (runs) report(await compareValidators({ schemas: runs, values, seed }));

function report({ counts, faults }: { readonly counts: object; readonly faults: string[] }) {
  for (const fault of faults) console.error(fault);
  const figures = Object.entries(counts).map(([name, count]) => `${name}: ${count}`);
  console.log(`${figures.join(', ')}, faults: ${faults.length} (--seed ${seed})`);
  if (faults.length > 0) process.exitCode = 1;
}
