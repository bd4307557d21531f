import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const HELP = `Changes the contract of features (test/contract/features/) at random. Each contract is refused by
contract:lint, refused by the compiler, or served as it says; anything else is a failure.

  npm run contract:fuzz                  200 contracts
  npm run contract:fuzz -- --runs 20     another number of them
  npm run contract:fuzz -- --seed 5      those of an earlier run, which has named its seed

Exits with 1 when there is a failure.
`;

await main(process.argv.slice(2));

async function main(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      verbose: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  process.stdout.write(`--runs ${values.runs} --seed ${values.seed}\n`);
  const outcomes = await fuzz(Number(values.runs), Number(values.seed));
  for (const { mutant, verdict, reason } of outcomes) {
    if (verdict !== 'failed' && !values.verbose) continue;
    process.stdout.write(`${verdict}: ${mutant.changes.join('; ')}\n  ${reason}\n`);
  }
  const count = (verdict: string) => outcomes.filter((one) => one.verdict === verdict).length;
  process.stdout.write(
    `${count('linted')} refused by lint, ${count('uncompiled')} by the compiler, ` +
      `${count('served')} served as they say, ${count('failed')} failed.\n`,
  );
  if (count('failed') > 0) process.exitCode = 1;
}
