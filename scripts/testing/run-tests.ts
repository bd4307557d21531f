// Runs test files: those of a group share a process, and three processes run at a time.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { TIMEOUT_MS } from './current-test.ts';
import { isUnexpectedSkip } from './skips.ts';
import type { TestGroup } from './test-files.ts';

/** What each process of tests loads first. */
export const PRELOADED = '--import=./scripts/build/trusted-contract.js';
/** Runs test files in one process. */
export const GROUP = 'scripts/testing/group.ts';
/** How many processes run at a time: on two cores, since each waits for a third of its time. */
const JOBS = 3;
/** The beginning and the end of a file in TAP, and what is of no interest to a reader. */
const STARTED = /^# Subtest: (.+)$/;
const ENDED = /^(not )?ok \d+ - (?:child test left in queue: )?(.+?)(?: # time=([\d.]+)ms)?$/;
const UNINTERESTING =
  /^\s*$|^ {8,}ok \d|^ *# Subtest|^ +\d+\.\.\d+$|^(TAP version|\d+\.\.\d+$|# (?:\{|time=))/;
const END_OF_DIAGNOSTIC = '  ...';
const OF_PASSED_TEST = /^ {4}ok \d/;

interface Options {
  /** Shows each test of a file, and not only those that have failed. */
  readonly showsPassed?: boolean;
  /** Ends with the first failure. */
  readonly bail?: boolean;
  /** Options of Node, such as `--inspect-brk`. */
  readonly nodeOptions?: readonly string[];
  /** A folder for what is covered. Runs on PostgreSQL are not measured. */
  readonly coverage?: string | undefined;
}

/**
 * Runs groups of test files in this order, and shows what fails.
 *
 * @returns whether all tests have passed
 */
export async function runTests(
  groups: readonly TestGroup[],
  options: Options = {},
): Promise<boolean> {
  const waiting = [...groups];
  const failures: string[] = [];
  const running = new Set<ChildProcess>();
  const stop = () => {
    waiting.length = 0;
    for (const child of running) child.kill();
  };
  const end = () => {
    stop();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const runNext = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      failures.push(...(await runGroup(group, options, running)));
      if (options.bail && failures.length > 0) stop();
    }
  };
  // A debugger needs one process at a time.
  const jobs = options.nodeOptions?.length ? 1 : JOBS;
  await Promise.all(Array.from({ length: jobs }, runNext));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`);
  return failures.length === 0;
}

/** Runs test files, and shows each as it ends. @returns those that have failed */
async function runGroup(
  { files, postgresql = false }: TestGroup,
  { showsPassed = false, bail = false, nodeOptions = [], coverage }: Options,
  running: Set<ChildProcess>,
): Promise<string[]> {
  const child = spawn(process.execPath, [PRELOADED, ...nodeOptions, GROUP, ...files], {
    env: {
      ...process.env,
      // Of all of them: each file has a time limit of its own.
      TAP_TIMEOUT: String((files.length * TIMEOUT_MS) / 1_000),
      TAP_BAIL: bail ? '1' : '0',
      ...(postgresql && { TEST_DATABASE: 'postgresql' }),
      ...(coverage && !postgresql && { NODE_V8_COVERAGE: coverage }),
    },
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  running.add(child);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const where = postgresql ? ' on PostgreSQL' : '';
  const failures: string[] = [];
  const unfinished = new Set(files);
  let file = files[0] ?? '';
  let lines: string[] = [];
  let hasSkipped = false;
  let isAfterFailure = false;

  function show(title: string) {
    process.stdout.write([title, ...lines, ''].join('\n'));
    lines = [];
  }
  function read(line: string) {
    if (isAfterFailure) {
      // Where the file was imported.
      isAfterFailure = line !== END_OF_DIAGNOSTIC;
      return;
    }
    const [, started] = STARTED.exec(line) ?? [];
    if (started !== undefined) file = started;
    const [, not, ended, ms] = ENDED.exec(line) ?? [];
    if (isUnexpectedSkip(line)) {
      hasSkipped = true;
      lines.push(line);
    } else if (ended === undefined) {
      const isPassed = !showsPassed && OF_PASSED_TEST.test(line);
      if (!isPassed && !UNINTERESTING.test(line)) lines.push(line);
    } else {
      if (process.env.CI && hasSkipped) lines.push('CI must not skip any of these tests.');
      if (not || (process.env.CI && hasSkipped)) failures.push(`${ended}${where}`);
      hasSkipped = false;
      isAfterFailure = not !== undefined && ms !== undefined;
      unfinished.delete(ended);
      show(`${ended}${where} (${(Number(ms ?? 0) / 1_000).toFixed(1)} s)`);
    }
  }
  // A debugger says there where it listens.
  if (showsPassed) child.stderr.pipe(process.stderr);
  else createInterface(child.stderr).on('line', (line) => lines.push(line));
  for await (const line of createInterface(child.stdout)) read(line);
  const code = await closed;
  running.delete(child);
  // Stopped, because another has failed.
  if (child.killed) return [];
  if (unfinished.has(file) || (code !== 0 && failures.length === 0)) {
    failures.push(`${file}${where}`);
    show(`${file}${where} has failed`);
  }
  return failures;
}
