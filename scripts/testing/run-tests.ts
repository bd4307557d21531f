// Runs test files: several processes at a time, each of which takes one file of a group after the
// other.

import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { NEXT, type NextFile, TIMEOUT_MS } from './current-test.ts';
import { isUnexpectedSkip } from './skips.ts';
import type { TestGroup } from './test-files.ts';

/** What each process of tests loads first. */
export const PRELOADED = '--import=./scripts/build/trusted-contract.js';
/** A tool of Prisma that tests call is a module of WebAssembly, of which Node warns. */
const WITHOUT_WARNING = '--disable-warning=ExperimentalWarning';
/** Runs a test file in a process, and those that follow it. */
export const GROUP = 'scripts/testing/group.ts';
/** How many processes run at a time: on two cores, since each waits for about half of its time. */
export const JOBS = 4;
/** How many files must wait for another process to be worth its start, which loads the service. */
const FILES_WORTH_A_PROCESS = 8;
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

/** The files of a group that no process has taken yet, and how many processes take them. */
interface Queue {
  readonly files: string[];
  readonly postgresql: boolean;
  processes: number;
}

/**
 * Runs groups of test files in this order, and shows what fails. Several processes share a group of
 * many files once all groups have begun.
 *
 * @returns whether all tests have passed
 */
export async function runTests(
  groups: readonly TestGroup[],
  options: Options = {},
): Promise<boolean> {
  const queues = groups.map(({ files, postgresql = false }): Queue => {
    return { files: [...files], postgresql, processes: 0 };
  });
  const failures: string[] = [];
  const running = new Set<ChildProcess>();
  const stop = () => {
    for (const { files } of queues) files.length = 0;
    for (const child of running) child.kill();
  };
  const end = () => {
    stop();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const runNext = async () => {
    for (let queue = nextOf(queues); queue; queue = nextOf(queues)) {
      queue.processes += 1;
      failures.push(...(await runQueue(queue, options, running)));
      queue.processes -= 1;
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

/** What a further process runs. */
function nextOf(queues: readonly Queue[]): Queue | undefined {
  const isAlone = ({ files, processes }: Queue) => processes === 0 && files.length > 0;
  const isLong = ({ files }: Queue) => files.length >= FILES_WORTH_A_PROCESS;
  return queues.find(isAlone) ?? queues.find(isLong);
}

/** Runs files in a process, and shows each as it ends. @returns those that have failed */
async function runQueue(
  { files, postgresql }: Queue,
  { showsPassed = false, bail = false, nodeOptions = [], coverage }: Options,
  running: Set<ChildProcess>,
): Promise<string[]> {
  // A queue that a process is started for has files.
  const first = files.shift() as string;
  const unfinished = new Set([first]);
  let file = first;
  let next: string | undefined;
  // Node's types know no channel beside pipes.
  const child = spawn(
    process.execPath,
    [WITHOUT_WARNING, PRELOADED, ...nodeOptions, GROUP, first],
    {
      env: {
        ...process.env,
        // Of all that it may run: each file has a time limit of its own.
        TAP_TIMEOUT: String(((files.length + 1) * TIMEOUT_MS) / 1_000),
        TAP_BAIL: bail ? '1' : '0',
        ...(postgresql && { TEST_DATABASE: 'postgresql' }),
        ...(coverage && !postgresql && { NODE_V8_COVERAGE: coverage }),
      },
      stdio: ['inherit', 'pipe', 'pipe', 'ipc'],
    },
  ) as ChildProcessByStdio<null, Readable, Readable>;
  running.add(child);
  child.on('message', (message) => {
    if (message !== NEXT) return;
    next = files.shift();
    // A process that is ending does not take it, which is no error.
    child.send({ file: next } satisfies NextFile, () => undefined);
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const where = postgresql ? ' on PostgreSQL' : '';
  const failures: string[] = [];
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
    if (started !== undefined) {
      file = started;
      unfinished.add(started);
      if (started === next) next = undefined;
    }
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
  // Another process runs what this one has not begun.
  if (next !== undefined) files.unshift(next);
  if (unfinished.size === 0 && code !== 0 && failures.length === 0) unfinished.add(file);
  for (const one of unfinished) {
    failures.push(`${one}${where}`);
    show(`${one}${where} has failed`);
  }
  return failures;
}
