// Where a test runs is said by its folder, and by the words in its name.
//
// `x.test.ts`                     in `npm test`
// `x.copy.test.ts`, `.compiler.`  in `npm run test:all` only, as in the folders and with the other
//                                 words of NEEDS
// `x.databases.test.ts`           on SQLite, and in `npm run test:all` on PostgreSQL, too, like all
//                                 in test/platform and test/store that need nothing else

import { globSync, statSync } from 'node:fs';

/** What only `npm run test:all` has, by the word in the path of the test. */
export const NEEDS = {
  browser: 'a browser',
  cluster: 'a Redis cluster',
  compiler: 'the compiler',
  copy: 'a copy of the project',
  load: 'heavy load',
} as const;
export type Need = keyof typeof NEEDS | 'databases';

/** Where each test runs on both databases. */
const ON_BOTH_DATABASES = ['test/platform/', 'test/store/'];
/** Where each test opens what it needs of either database by itself. */
const WITH_OWN_DATABASES = 'test/platform/database/';

/** What takes longer than its size says, since it waits, or tries much. */
export const SLOW = new Set([
  'test/deploy/haproxy.databases.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/platform/contract/examples.test.ts',
  'test/platform/contract/properties.test.ts',
  'test/platform/http/shared-port.test.ts',
  'test/platform/http/stop.test.ts',
  'test/platform/observability/unhandled-rejections.test.ts',
]);

/** All test files of the project. */
export function allTestFiles(): string[] {
  return globSync('test/**/*.test.ts').sort();
}

/** Those first that most likely take longest, so that no process is busy long after the others. */
export function longestFirst(files: readonly string[]): string[] {
  const bySize = files.toSorted((one, other) => statSync(other).size - statSync(one).size);
  return [...bySize.filter((file) => SLOW.has(file)), ...bySize.filter((file) => !SLOW.has(file))];
}

/** A test file, or those in a folder. */
export function testFilesIn(path: string): string[] {
  return statSync(path).isDirectory() ? globSync(`${path}/**/*.test.ts`).sort() : [path];
}

/** What a test needs that only `npm run test:all` has. */
export function needsOf(file: string): (keyof typeof NEEDS)[] {
  const words = file.split(/[/.]/);
  return (Object.keys(NEEDS) as (keyof typeof NEEDS)[]).filter((need) => words.includes(need));
}

/** Whether a test runs on PostgreSQL, too. */
export function runsOnBothDatabases(file: string): boolean {
  if (file.endsWith('.databases.test.ts')) return true;
  if (needsOf(file).length > 0 || file.startsWith(WITH_OWN_DATABASES)) return false;
  return ON_BOTH_DATABASES.some((folder) => file.startsWith(folder));
}

/** The part of the tests that a file belongs to, such as test/platform. */
export function partOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** Test files that may run in one process, one after the other. */
export interface TestGroup {
  readonly files: readonly string[];
  readonly postgresql?: boolean;
}

/**
 * Groups files of one part of the tests, such as test/platform. Those that need what others do not
 * have a process of their own.
 */
export function groupsOf(files: readonly string[], postgresql = false): TestGroup[] {
  const byPart = Map.groupBy(files, (file) => (needsOf(file).length > 0 ? file : partOf(file)));
  return [...byPart.values()].map((some) => ({ files: some, postgresql }));
}
