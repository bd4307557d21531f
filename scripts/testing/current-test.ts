// The test that stands for the file that is loaded.

import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

/** Where launch.js keeps compiled code: sources without their types, among others. */
export const CODE_CACHE = fileURLToPath(new URL('../../dist/cache', import.meta.url));

/** How long a test file may take. */
export const TIMEOUT_MS = 600_000;

/** What a process of tests sends for the next file, and gets for it: no file after the last one. */
export const NEXT = 'next';
export interface NextFile {
  readonly file?: string | undefined;
}

let testOfFile: Test | undefined;

export function setTestOfFile(test: Test) {
  testOfFile = test;
}

/** @throws if no file is loaded by `group.ts` */
export function currentTest(): Test {
  if (!testOfFile) throw new Error('No test file is loaded.');
  return testOfFile;
}

/** The test file that runs: the program itself, unless it runs one after the other. */
export function currentFile(): string {
  return testOfFile?.name ?? process.argv[1] ?? '';
}
