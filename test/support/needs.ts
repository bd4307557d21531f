// What the running test file needs beside this project. Its name must say so, since the name
// chooses where it runs: scripts/testing/test-files.ts.

import { currentFile } from '../../scripts/testing/current-test.ts';
import { type Need, needsOf, runsOnBothDatabases } from '../../scripts/testing/test-files.ts';

/** @throws if the name of a test file does not say that it needs this */
export function expectNeed(need: Need): void {
  const path = currentFile();
  // None in a benchmark, for example.
  if (!path.endsWith('.test.ts')) return;
  const file = path.slice(path.lastIndexOf('test/', path.lastIndexOf('/')));
  if (!isNamed(file, need)) {
    const name = file.replace(/(?=\.test\.ts$)/, `.${need}`);
    throw new Error(`${file} needs what its name does not say: name it ${name}.`);
  }
}

function isNamed(file: string, need: Need): boolean {
  const needs = needsOf(file);
  // What needs a browser, for example, runs on one of the databases.
  if (need === 'databases') return runsOnBothDatabases(file) || needs.length > 0;
  // A copy of the project is compiled.
  return needs.includes(need) || (need === 'compiler' && needs.includes('copy'));
}
