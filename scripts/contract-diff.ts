// `npm run contract:diff`: lists what has changed in a contract, and what that calls for.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Change, compareContracts } from './contract/index.ts';
import { describeByGuides } from './documentation/index.ts';
import { CHANGELOG, CONTRACT } from './sources.ts';

const RULES = `
Exits with 1 if a breaking change has no new major version, or if any change has no entry in
openapi/CHANGELOG.md: a line that begins with "- " under "## Unreleased" or under the new
info.version.

breaking       Redocly rates the change as major; or a success status is added, a request or
               response loses a field, a default of a request changes, an operation needs another
               scope, its stability falls, its notice gets shorter, or its x-sunset becomes
               earlier, is not in the future, or is sooner than info.x-notice allows
additive       any other change of what is sent or received, such as a wider format in requests
documentation  texts and examples
excused        a change of an experimental operation, or the removal of one after its x-sunset

Schemas are compared where they are used. A new name of a schema, \`allOf\` around a reference, and
another order of values are not changes.`;

const RELEASED = 'openapi/released';

const command = new Command('npm run contract:diff --')
  .description('Lists what has changed in the contract: breaking, additive or documentation.')
  .argument('[old]', 'by default the last version in openapi/released/')
  .argument('[new]', 'by default openapi/openapi.yaml')
  .option('--today <day>', 'sunsets up to this day have passed (default: today)')
  .addHelpText('after', RULES)
  .parse();
const [older = await lastReleased(), newer = CONTRACT] = command.args;
const { today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length) } = command.opts();
const { changes, from, to } = await compareContracts(older, newer, today, describeByGuides);
for (const change of changes) process.stdout.write(`${asLine(change)}\n`);
const demands = [...versionDemands(changes, from, to), ...(await entryDemands(changes, from, to))];
for (const demand of demands) process.stderr.write(`${demand}\n`);
if (demands.length > 0) process.exitCode = 1;
else process.stdout.write(`From ${from} to ${to}: ${count(changes.length, 'change')}.\n`);

function asLine({ kind, place, where, says }: Change) {
  return `${kind.padEnd('documentation'.length)}  ${place}  ${where}: ${says}`;
}

async function lastReleased() {
  const files = await readdir(RELEASED);
  const [last] = files.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  if (!last) throw new Error(`There is no contract in ${RELEASED}.`);
  return join(RELEASED, last);
}

function versionDemands(changes: readonly Change[], from: string, to: string) {
  const breaking = changes.filter(({ kind }) => kind === 'breaking');
  if (breaking.length === 0 || majorOf(to) > majorOf(from)) return [];
  const what = count(breaking.length, 'breaking change');
  return [`${what}: give info.version a new major number (it is ${to}, and was ${from}).`];
}

async function entryDemands(changes: readonly Change[], from: string, to: string) {
  if (changes.length === 0) return [];
  // What is written under a version that clients have already says nothing of this change.
  const headings = to === from ? ['Unreleased'] : ['Unreleased', to];
  const changelog = await readFile(CHANGELOG, 'utf8');
  if (headings.some((heading) => hasEntry(changelog, heading))) return [];
  const where = headings.map((heading) => `"## ${heading}"`).join(' or ');
  return [`${CHANGELOG}: write a line "- ..." about the change under ${where}.`];
}

function hasEntry(changelog: string, heading: string) {
  const sections = changelog.split(/^## /m);
  const section = sections.find((one) => one.split(/\s/, 1)[0] === heading);
  return section !== undefined && /^- /m.test(section);
}

function majorOf(version: string) {
  return Number(version.split('.', 1)[0]);
}

function count(number: number, noun: string) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
