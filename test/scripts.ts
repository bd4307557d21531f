import { type ChildProcess, spawn } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { SETTINGS } from '../src/config.js';
import { temporaryFolder } from './databases.js';

/*
 * What people start, started as they start it: as a process of its own.
 */

export interface ProcessOptions {
  /** The working directory; for a script a new, empty folder unless given. */
  readonly cwd?: string;
  /** Settings of the service. Those of whoever runs the tests are not passed on. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly ended: Promise<Ended>;
  /** Waits until it has written, after what was waited for before, something that fits. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

export const root = fileURLToPath(new URL('..', import.meta.url));

/** How long a process that was told to end may take before it is killed. */
const END_WITHIN_MS = 20_000;

/** Runs a script of this project to its end. */
export async function runScript(
  t: Test,
  script: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<Ended> {
  return (await startScript(t, script, args, options)).ended;
}

/** Starts a script of this project as this process was started, so that its coverage counts. */
export async function startScript(
  t: Test,
  script: string,
  args: readonly string[] = [],
  options: ProcessOptions = {},
): Promise<Running> {
  const cwd = options.cwd ?? (await temporaryFolder(t));
  const command = [process.execPath, ...process.execArgv, join(root, script), ...args];
  return startProcess(t, command, { ...options, cwd });
}

/** Starts a command, which is ended with the test if it is still running then. */
export function startProcess(t: Test, command: string[], options: ProcessOptions): Running {
  const [file = '', ...args] = command;
  const { cwd, settings } = options;
  const child = spawn(file, args, {
    ...(cwd && { cwd }),
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '', all: '' };
  let search = () => {};
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
      written.all += text;
      search();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, stdout: written.stdout, stderr: written.stderr });
    });
  });
  t.teardown(() => end(child, ended, 'SIGTERM'));

  let seen = 0;
  function waitFor(pattern: RegExp) {
    return new Promise<RegExpExecArray>((resolve, reject) => {
      search = () => {
        const match = pattern.exec(written.all.slice(seen));
        if (!match) return;
        seen += match.index + match[0].length;
        search = () => {};
        resolve(match);
      };
      search();
      ended.then(() => {
        reject(new Error(`${command.join(' ')} ended before ${pattern}:\n${written.all}`));
      }, reject);
    });
  }

  return { ended, waitFor, end: (signal) => end(child, ended, signal) };
}

async function end(child: ChildProcess, ended: Promise<Ended>, signal: NodeJS.Signals) {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  return ended.finally(() => clearTimeout(timer));
}

function environment(settings: Readonly<Record<string, string>> = {}) {
  const own = Object.entries(process.env).filter(([name]) => !(name in SETTINGS));
  return { ...Object.fromEntries(own), ...settings };
}

const COPIED = [
  'generated',
  'openapi',
  'prisma',
  'scripts',
  'src',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Copies what the service is made of into a folder where a test can change it. */
export async function scratchCopy(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  await Promise.all(
    COPIED.map((name) => cp(join(root, name), join(folder, basename(name)), { recursive: true })),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
