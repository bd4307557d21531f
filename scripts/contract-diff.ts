import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Change, compareContracts } from './contract/index.ts';
import { describeByGuides } from './documentation/index.ts';
import { CHANGELOG, CONTRACT } from './sources.ts';

const RULES = `
Exits with 1 when a breaking change comes without a new major version, or any change without an
entry in openapi/CHANGELOG.md: a line that begins with "- " under "## Unreleased", or under the new
info.version. Excused is whatever happens to an operation that was experimental, and the removal of one
whose x-sunset has passed.

Breaking is whatever Redocly rates as major, and a success status that is added, a field that is readOnly or
writeOnly and was not or the reverse, another default, one more scope, an earlier sunset, or lower stability. Additive is any
other change of what is sent or received. Texts and examples are documentation.`;

const RELEASED = 'openapi/released';

const command = new Command('npm run contract:diff --')
  .description('Lists what has changed in the contract: breaking, additive or documentation.')
  .argument('[old]', 'by default the last version in openapi/released/')
  .argument('[new]', 'by default openapi/')
  .option('--today <day>', 'sunsets up to this day have passed (default: now)')
  .addHelpText('after', RULES)
  .parse();
const [older = await lastReleased(), newer = CONTRACT] = command.args;
const { today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length) } = command.opts();
const { changes, from, to } = await compareContracts(older, newer, today, describeByGuides);
for (const { kind, place, text } of changes) {
  process.stdout.write(`${kind.padEnd('documentation'.length)}  ${place}  ${text}\n`);
}
const demands = [...versionDemands(changes, from, to), ...(await entryDemands(changes, from, to))];
for (const demand of demands) process.stderr.write(`${demand}\n`);
if (demands.length > 0) process.exitCode = 1;
else process.stdout.write(`From ${from} to ${to}: ${count(changes.length, 'change')}.\n`);

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
