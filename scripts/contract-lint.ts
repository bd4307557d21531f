// `npm run contract:lint`: names the place of each problem of a contract, and what to write
// instead.

import { Command } from 'commander';
import { lint } from './contract/index.ts';
import { lintOptions, lintServed } from './lint-options.ts';

const command = new Command('npm run contract:lint --')
  .description(
    'Checks contracts against the rules in scripts/contract/ and names the place of each problem.',
  )
  .argument(
    '[files...]',
    'openapi.yaml of a contract, or a complete contract (default: that of each version that is served)',
  )
  .option('--service <folder>', 'another service, whose contracts are meant')
  .parse();
const { args } = command;
const { service } = command.opts();
const results =
  args.length > 0 ? await lint(args, await lintOptions(service)) : await lintServed(service);
for (const { file, lines } of results) {
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (lines.length > 0) process.exitCode = 1;
  else process.stdout.write(`${file} keeps all rules.\n`);
}
