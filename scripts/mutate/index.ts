import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { readOptions, readWholeNumber } from '../arguments.ts';
import { testFilesFor } from './tests.ts';

const HELP = `Changes the sources in small ways, and shows the changes that no test notices.

  npm run mutate                                  a sample of all, in 30 minutes on two cores
  npm run mutate -- --files src/limits/bans.ts    all changes of these files
  npm run mutate -- --one-of 1                    all changes of all files, in some hours

  --files GLOB,...   by default those in src/limits, src/keys, src/http and src/contract
  --one-of N         mutates one of N statements and conditions; always the same ones
  --report           writes artifacts/mutation.html
`;

const FILES = ['limits', 'keys', 'http', 'contract'].map((folder) => `src/${folder}/**/*.ts`);
/** Tested in the built service alone, which has no mutants. */
const UNNOTICED = ['!src/limits/durable-counters.ts'];
const SAMPLE = '5';
/** A run ends with the exit code 1 where tests notice less than this share of the mutants, in percent. */
const BREAK_BELOW = 70;
/** The wording of messages is no guarantee, and what an emptied block leaves out is mutated itself. */
const EXCLUDED = ['StringLiteral', 'BlockStatement'];

/** Where the mutated copy of the sources is, and runs. */
const SANDBOX = 'dist/mutate';

await main();

async function main() {
  const options = readOptions(HELP, { files: '', 'one-of': '', report: false });
  if (!options) return;
  const { files, report } = options;
  const oneOf = options['one-of'] || (files ? '1' : SAMPLE);
  const sources = files ? files.split(',') : FILES;
  const testFiles = testFilesFor(sources);
  const missing = testFiles.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`);
  // What a run that was killed has left.
  await rm(SANDBOX, { recursive: true, force: true });
  process.env.MUTATE_ONE_OF = String(readWholeNumber('--one-of', oneOf, 1, 255));
  // Tests run on this Node, whose compile cache spares each of them half a second.
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  process.env.NODE_COMPILE_CACHE = resolve('dist/mutate-cache');
  // Stryker ends tests that take too long, by how long they take unchanged.
  process.env.TAP_TIMEOUT = '300';
  await new Stryker({
    mutate: [...sources, ...UNNOTICED],
    mutator: { excludedMutations: EXCLUDED },
    plugins: ['./scripts/mutate/plugins.ts'],
    ignorers: ['sample'],
    testRunner: 'tap-on-chosen-tests',
    tap: {
      testFiles,
      nodeArgs: ['--import', './scripts/mutate/preload.js'],
    },
    concurrency: 2,
    // Of the time that all tests take that cover a mutant, of which only some run.
    timeoutFactor: 0.5,
    timeoutMS: 20_000,
    // Nothing checks types while tests run.
    disableTypeChecks: false,
    // Tests that also start the built service find it.
    ignorePatterns: ['/dist/*', '!/dist/bundle', '/data', '/artifacts', '/.tap', '*.md'],
    tempDirName: SANDBOX,
    reporters: ['clear-text', 'progress-append-only', ...(report ? ['html'] : [])],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: 'artifacts/mutation.html' },
    thresholds: { high: 90, low: BREAK_BELOW, break: BREAK_BELOW },
  }).runMutationTest();
}
