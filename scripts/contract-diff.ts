// `npm run contract:diff`: prints what has changed in the contract, and what it needs to pass.

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { passGate } from './contract/index.ts';
import { contractOptions, readService } from './contract-options.ts';

const RULES = `
Compares with the newest release of the same major version, for each major version that is served.

breaking               calls fail, or mean something else, or nobody knows: part-not-compared is a
                       part that contract:lint rejects and that is not the same in both contracts
breaks generated code  calls work, but generated code has other names or types
additive               any other change of what is sent or received
documentation          texts, examples, deprecation
excused                a change of an experimental operation, or a removal after its x-sunset
accepted               a break that openapi/accepted-changes.yaml names

Exits with 1 if something breaks without a new major version. Unless files are named, also if a
major version ends before the sunsets of its operations, if accepted-changes.yaml names what does
not break, or if openapi/CHANGELOG.md has no entry: a line that begins with "- " under
"## Unreleased" or under the new info.version; for a break, there under "### Breaking".`;

const BEFORE_FIRST_RELEASE = `\
Nothing is in openapi/released yet, so nothing can break. Make the first release as "Make a release"
in openapi/platform/HOW-TO.md says: from then on, this compares with it.
`;

const KIND_CHARACTERS = 'breaks generated code'.length;

const command = new Command('npm run contract:diff --')
  .description('Lists what has changed in the contract, and what that means for clients.')
  .argument('[old]', 'by default the newest release of the same major version')
  .argument('[new]', 'by default openapi/openapi.yaml')
  .option('--service <folder>', 'another service, whose contracts are meant')
  .option('--today <day>', 'sunsets up to this day have passed (default: today)', asDay)
  .addHelpText('after', RULES)
  .parse();
const [older, newer] = command.args;
const { service, today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length) } = command.opts();
const root = service ?? '.';
if (older === undefined && globSync(join(root, 'openapi/released/*.yaml')).length === 0) {
  process.stdout.write(BEFORE_FIRST_RELEASE);
} else {
  await compare();
}

async function compare() {
  const options = contractOptions(await readService(service));
  const result = await passGate({ root, older, newer, today, ...options });
  const { changes, demands, from, to } = result;
  for (const { kind, place, where, rule, says } of changes) {
    process.stdout.write(`${kind.padEnd(KIND_CHARACTERS)}  ${place}  ${where}  ${rule}: ${says}\n`);
  }
  for (const demand of demands) process.stderr.write(`${demand}\n`);
  if (demands.length > 0) process.exitCode = 1;
  else {
    const total = `${changes.length} change${changes.length === 1 ? '' : 's'}`;
    process.stdout.write(`From ${from} to ${to}: ${total}.\n`);
  }
}

function asDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay || new Date(text).toISOString().slice(0, text.length) !== text) {
    throw new InvalidArgumentError('It must be a day such as 2030-12-05.');
  }
  return text;
}
