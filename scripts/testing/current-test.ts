// The test that stands for the file that is loaded.

import type { Test } from 'tap';

/** How long a test file may take. */
export const TIMEOUT_MS = 600_000;

let testOfFile: Test | undefined;

export function setTestOfFile(test: Test) {
  testOfFile = test;
}

/** @throws if no file is loaded by `group.ts` */
export function currentTest(): Test {
  if (!testOfFile) throw new Error('No test file is loaded.');
  return testOfFile;
}
