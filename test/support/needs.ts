// What the running test files need beside this project. Their names must say so, since the names
// choose where they run: scripts/testing/test-files.ts.

import { type Need, needsOf, runsOnBothDatabases } from '../../scripts/testing/test-files.ts';

/** The files of this process: none in a benchmark, for example. */
const files = process.argv
  .slice(1)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.slice(file.lastIndexOf('test/', file.lastIndexOf('/'))));

/** @throws if the name of a test file does not say that it needs this */
export function expectNeed(need: Need): void {
  for (const file of files) {
    if (!isNamed(file, need)) {
      const name = file.replace(/(?=\.test\.ts$)/, `.${need}`);
      throw new Error(`${file} needs what its name does not say: name it ${name}.`);
    }
  }
}

function isNamed(file: string, need: Need): boolean {
  const needs = needsOf(file);
  // What needs a browser, for example, runs on one of the databases.
  if (need === 'databases') return runsOnBothDatabases(file) || needs.length > 0;
  // A copy of the project is compiled.
  return needs.includes(need) || (need === 'compiler' && needs.includes('copy'));
}
