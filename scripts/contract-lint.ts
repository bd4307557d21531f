// `npm run contract:lint`: names the place of each problem of a contract, and what to write
// instead.

import { Command } from 'commander';
import { lint } from './contract/index.ts';
import { LINT_OPTIONS, lintServed } from './lint-options.ts';

const { args } = new Command('npm run contract:lint --')
  .description(
    'Checks contracts against the rules in scripts/contract/ and names the place of each problem.',
  )
  .argument(
    '[files...]',
    'openapi.yaml of a contract, or a complete contract (default: that of each version that is served)',
  )
  .parse();
const results = args.length > 0 ? await lint(args, LINT_OPTIONS) : await lintServed();
for (const { file, lines } of results) {
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (lines.length > 0) process.exitCode = 1;
  else process.stdout.write(`${file} keeps all rules.\n`);
}
