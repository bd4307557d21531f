import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Change, compareContracts } from './contract/index.ts';
import { describeByGuides } from './documentation/index.ts';
import { CHANGELOG, CONTRACT } from './sources.ts';

const RULES = `
Exits with 1 when a breaking change comes without a new major version, or any change without an
entry in openapi/CHANGELOG.md: a line that begins with "- " under "## Unreleased", or under the new
info.version. Changes of an operation that was experimental are excused, and so is the removal of an operation
whose x-sunset has passed.

A change is breaking if Redocly rates it as major, and if it adds a success status, removes a field
from requests or responses, changes a default of a request, adds a scope, lowers the stability, shortens
the notice, or moves a sunset to an earlier day, into the past, or closer than the days of info.x-notice
allow. Any other change of requests or responses, such as a wider format in requests, is additive.
Texts and examples are documentation. Schemas are compared where they are used: a new name, \`allOf\` around a
reference, or another order of values is no change.`;

const RELEASED = 'openapi/released';

const command = new Command('npm run contract:diff --')
  .description('Lists what has changed in the contract: breaking, additive or documentation.')
  .argument('[old]', 'by default the last version in openapi/released/')
  .argument('[new]', 'by default openapi/')
  .option('--today <day>', 'sunsets up to this day have passed (default: now)')
  .option('--markdown', 'print what can be pasted into a pull request')
  .addHelpText('after', RULES)
  .parse();
const [older = await lastReleased(), newer = CONTRACT] = command.args;
const { today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length), markdown } = command.opts();
const { changes, from, to } = await compareContracts(older, newer, today, describeByGuides);
if (markdown) process.stdout.write(asMarkdown(changes, from, to));
else for (const change of changes) process.stdout.write(`${asLine(change)}\n`);
const demands = [...versionDemands(changes, from, to), ...(await entryDemands(changes, from, to))];
for (const demand of demands) process.stderr.write(`${demand}\n`);
if (demands.length > 0) process.exitCode = 1;
else if (!markdown)
  process.stdout.write(`From ${from} to ${to}: ${count(changes.length, 'change')}.\n`);

function asLine({ kind, place, where, says }: Change) {
  return `${kind.padEnd('documentation'.length)}  ${place}  ${where}: ${says}`;
}

/** A heading, and a list for each kind of change. */
function asMarkdown(changes: readonly Change[], from: string, to: string) {
  const lists = ['breaking', 'additive', 'documentation', 'excused'].flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    if (own.length === 0) return [];
    const items = own.map(({ where, says, place }) => {
      return `- \`${where}\`: ${escaped(says)} (\`${place}\`)`;
    });
    return [`#### ${count(own.length, `${kind} change`)}\n\n${items.join('\n')}\n`];
  });
  const none = 'Nothing has changed for clients.\n';
  return [`### Contract ${from} to ${to}\n`, ...(lists.length > 0 ? lists : [none])].join('\n');
}

/** Text in which only code is marked. */
function escaped(text: string) {
  const line = text.replace(/\s+/g, ' ');
  return line.replace(/`[^`]*`|[\\<*_[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`));
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
