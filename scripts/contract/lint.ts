import { CONTRACT } from '../generate/sources.ts';
import { lint } from './linted.ts';

const HELP = `Checks the complete contract against the rules in scripts/contract/.

  npm run contract:lint               checks openapi/
  npm run contract:lint -- FILE...    checks others: each a file of operations, beside which is what
                                      holds for all of them (every-operation.yaml), or a complete contract

Names each problem with the file, line and column to edit, and exits with 1 when there is one.
`;

await main(process.argv.slice(2));

async function main(args: string[]) {
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  for (const { file, lines } of await lint(args.length > 0 ? args : [CONTRACT])) {
    for (const line of lines) process.stderr.write(`${line}\n`);
    if (lines.length > 0) process.exitCode = 1;
    else process.stdout.write(`${file} keeps all rules.\n`);
  }
}
