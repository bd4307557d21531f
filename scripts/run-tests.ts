// Runs test files for `npm run test:one` and `npm run check`.

import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { buildTestedServices } from './tested-services.ts';

/** How long a test file may take, as in `.taprc`. */
const TIMEOUT_SECONDS = 600;
/** What each test file loads first, as in `.taprc`. */
export const PRELOADED = '--import=./scripts/build/trusted-contract.js';
/** Lines about passed tests, and about the structure of TAP. */
const UNINTERESTING = /^ +(ok \d|# Subtest|\d+\.\.\d+$)|^(# Subtest|TAP version)/;

interface TestOptions {
  /** Runs tests that support both databases on PostgreSQL. */
  readonly postgresql?: boolean;
  /** Options of Node, such as `--inspect-brk`. */
  readonly nodeOptions?: readonly string[];
}

/**
 * Runs test files one after the other, each in a process of its own, and without tap's runner,
 * which shows each test. Some tests start the bundle, which is brought up to date first.
 *
 * @param paths test files, or folders of test files
 * @returns whether all tests have passed
 */
export async function runTests(
  paths: readonly string[],
  { postgresql = false, nodeOptions = [] }: TestOptions = {},
): Promise<boolean> {
  const files = paths.flatMap(testFiles);
  await buildTestedServices();
  const database = postgresql && { TEST_DATABASE: 'postgresql' };
  const env = { ...process.env, TAP_TIMEOUT: String(TIMEOUT_SECONDS), ...database };
  let havePassed = true;
  for (const file of files) {
    process.stdout.write(`${file}\n`);
    const code = await run([PRELOADED, ...nodeOptions, file], env);
    if (code !== 0) havePassed = false;
  }
  return havePassed;
}

function testFiles(path: string): string[] {
  return statSync(path).isDirectory() ? globSync(`${path}/**/*.test.ts`).sort() : [path];
}

/** Runs a program, and shows all but the uninteresting lines. @returns its exit code */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, args, { env, stdio: ['inherit', 'pipe', 'inherit'] });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = () => {
    child.kill();
    process.exit(1);
  };
  process.once('SIGTERM', stop);
  for await (const line of createInterface(child.stdout)) {
    if (!UNINTERESTING.test(line)) process.stdout.write(`${line}\n`);
  }
  process.off('SIGTERM', stop);
  return closed;
}
