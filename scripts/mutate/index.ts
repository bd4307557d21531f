// `npm run mutate`: changes one thing of a source at a time, runs the tests that cover it, and
// names the changes that no test notices.

import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { wholeNumber } from '../arguments.ts';
import { testsOf } from '../changed-tests.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { buildTestedServices } from '../tested-services.ts';
import { needsOf } from '../testing/test-files.ts';
import { type CoveringTest, coveringTests } from './covering-tests.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { runTest } from './run-test.ts';

const PRELOADED = pathToFileURL('scripts/mutate/mutated-source.js').href;
/** A test hangs if it takes several times as long as it does, and what a busy machine may need. */
const SLOWER = 4;
const START_MS = 20_000;

interface Options {
  readonly sample: number;
  readonly seed: string;
  readonly tests?: readonly string[];
  readonly postgresql?: boolean;
  readonly list?: boolean;
}

export async function main() {
  const command = new Command('npm run mutate --')
    .description(
      'Changes one thing of a source at a time, runs the tests that cover it, and names the\n' +
        'changes that no test notices.',
    )
    .argument('<paths...>', 'files, or folders of files')
    .option('--sample <n>', 'how many changes it makes', wholeNumber(1, 100_000), 60)
    .option('--seed <text>', 'which changes it chooses', '1')
    .option('--tests <files...>', 'the tests that it runs, instead of those that cover the paths')
    .option('--postgresql', 'run tests that support both databases on PostgreSQL')
    .option('--list', 'only show the changes')
    .parse();
  const options = command.opts<Options>();
  const mutations = sampleOf(command.args.flatMap(sourceFiles).flatMap(readMutations), options);
  if (mutations.length === 0) throw new Error('There is nothing to change.');
  if (options.list) {
    for (const mutation of mutations) print(mutation);
    return;
  }
  // Tests that it has started end with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const environment = options.postgresql ? { TEST_DATABASE: 'postgresql' } : {};
  await buildTestedServices();
  const files = [...new Set(mutations.map(({ file }) => file))];
  const tests = options.tests ?? quickTestsOf(files);
  process.stdout.write(`${mutations.length} changes, ${tests.length} test files\n`);
  const covering = await coveringTests(tests, environment);
  const noticed = mutations.length - (await printSurvivors(mutations, covering, environment));
  const share = Math.floor((noticed / mutations.length) * 100);
  process.stdout.write(`${noticed} of ${mutations.length} are noticed (${share} %).\n`);
}

/** The tests that cover files, without those that take long, as `npm test` leaves them out. */
function quickTestsOf(files: readonly string[]): string[] {
  const tests = new Set([...testsOf(files).values()].flat());
  return [...tests].filter((test) => needsOf(test).length === 0);
}

/** Tries as many changes at a time as there are processors. @returns how many nobody notices */
async function printSurvivors(
  mutations: readonly Mutation[],
  covering: readonly CoveringTest[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const waiting = [...mutations];
  let survivors = 0;
  const work = async () => {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const near = covering.filter(({ runs }) => runs(mutation));
      if (await isNoticed(mutation, near, environment)) continue;
      survivors += 1;
      print(mutation, near.length);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return survivors;
}

/** Runs the quickest tests first. */
function isNoticed(
  mutation: Mutation,
  tests: readonly CoveringTest[],
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  return inTemporaryFolder(async (folder) => {
    const text = join(folder, 'mutated.ts');
    await writeFile(text, mutatedText(mutation));
    const mutated = {
      ...environment,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOADED}`,
      // A cache would hold what is compiled of the source as it is.
      NODE_DISABLE_COMPILE_CACHE: '1',
      MUTATED_URL: pathToFileURL(mutation.file).href,
      MUTATED_TEXT: text,
    };
    for (const { test, durationMs } of tests.toSorted((a, b) => a.durationMs - b.durationMs)) {
      const limitMs = durationMs * SLOWER + START_MS;
      if (!(await runTest(test, mutated, limitMs)).hasPassed) return true;
    }
    return false;
  });
}

function mutatedText({ file, start, end, replacement }: Mutation): string {
  const text = readFileSync(file, 'utf8');
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Named as imports name them, without what a browser runs. */
function sourceFiles(path: string): string[] {
  const isFolder = statSync(path).isDirectory();
  const files = isFolder
    ? globSync('**/*.ts', { cwd: path }).map((file) => join(path, file))
    : [path];
  return files.map(normalize).sort();
}

function readMutations(file: string): Mutation[] {
  return mutationsOf(file, readFileSync(file, 'utf8'));
}

/** A sample that one seed always chooses, in the order of the files and lines. */
export function sampleOf(
  all: readonly Mutation[],
  { sample, seed }: Pick<Options, 'sample' | 'seed'>,
): Mutation[] {
  const rank = ({ file, start, replacement }: Mutation) =>
    createHash('sha256').update(`${seed} ${file} ${start} ${replacement}`).digest('hex');
  const ranked = all.map((mutation) => ({ mutation, rank: rank(mutation) }));
  const first = ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).slice(0, sample);
  const isChosen = new Set(first.map(({ mutation }) => mutation));
  return all.filter((mutation) => isChosen.has(mutation));
}

function print({ file, line, start, end, replacement }: Mutation, tests?: number) {
  const before = readFileSync(file, 'utf8').slice(start, end).replaceAll(/\s+/g, ' ').trim();
  const after = replacement === '' ? 'nothing' : replacement.replaceAll(/\s+/g, ' ');
  const ran = tests === undefined ? '' : ` (${tests} test files run it)`;
  process.stdout.write(`${file}:${line} ${before} -> ${after}${ran}\n`);
}
