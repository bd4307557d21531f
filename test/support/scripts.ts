import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { SETTINGS } from '../../src/settings/index.ts';
import { temporaryFolder } from './databases.ts';
import { SERVER_FILE, SERVER_FLAGS } from './servers/npm-start.ts';
import { PATIENCE } from './test-config.ts';

/*
 * Starts scripts and the built service as a person does: each as a process of its own. `npm test`
 * builds before any test runs.
 */

export interface ProcessOptions {
  /** The working directory. By default a new, empty folder for what is shipped, and the project for other scripts. */
  readonly cwd?: string;
  /** Settings of the service. Those in the environment of the tests are not passed on. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly pid: number;
  readonly stdout: Readable;
  readonly ended: Promise<Ended>;
  /** Waits for output that matches, after the output that an earlier call has matched. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** How long a process may take to write the expected output, on a machine with much other work. */
const OUTPUT_TIMEOUT_MS = 120_000;
/** How long a process may take to end after a signal before it is killed. */
const END_TIMEOUT_MS = 20_000;

/** Whether a program is installed on this machine. */
export function hasCommand(name: string, version = '--version'): boolean {
  return spawnSync(name, [version], { stdio: 'ignore' }).status === 0;
}

/** Runs a script of this project to its end. */
export async function runScript(
  t: Test,
  script: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<Ended> {
  return (await startScript(t, script, args, options)).ended;
}

/** Starts a script of this project. */
export async function startScript(
  t: Test,
  script: string,
  args: readonly string[] = [],
  options: ProcessOptions = {},
): Promise<Running> {
  const isShipped = SHIPPED.includes(script);
  const cwd = options.cwd ?? (isShipped ? await temporaryFolder(t) : root);
  return startProcess(t, [process.execPath, ...commandOf(script, cwd), ...args], {
    ...options,
    cwd,
  });
}

/** Scripts that are shipped, and so are started as built. Others run from their sources. */
const SHIPPED = ['src/server.ts', 'scripts/keys.ts', 'scripts/migrate.ts', 'scripts/seed.ts'];

/** A copy of the project runs its own scripts. */
function commandOf(script: string, cwd: string): string[] {
  if (script === 'src/server.ts') return [...SERVER_FLAGS, SERVER_FILE];
  if (SHIPPED.includes(script)) return [join(root, 'dist', script.replace(/\.ts$/, '.js'))];
  const folder = existsSync(join(cwd, 'scripts/run.js')) ? cwd : root;
  return [join(folder, 'scripts/run.js'), script];
}

/** Starts a command, which is stopped when the test ends. */
export function startProcess(t: Test, command: string[], options: ProcessOptions): Running {
  const [file = '', ...args] = command;
  const { cwd, settings } = options;
  const child = spawn(file, args, {
    ...(cwd && { cwd }),
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Also when this process ends without its teardown, as after a failed test in `npm run mutate`.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  const written = { stdout: '', stderr: '', all: '' };
  const searches = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
      written.all += text;
      for (const search of searches) search();
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
    const start = seen;
    return new Promise<RegExpExecArray>((resolve, reject) => {
      const search = () => {
        const match = pattern.exec(written.all.slice(start));
        if (!match) return;
        seen = Math.max(seen, start + match.index + match[0].length);
        searches.delete(search);
        resolve(match);
      };
      searches.add(search);
      search();
      const giveUp = (why: string) =>
        reject(new Error(`${command.join(' ')} ${why} ${pattern}:\n${written.all}`));
      setTimeout(giveUp, OUTPUT_TIMEOUT_MS, 'has not written').unref();
      ended.then(() => giveUp('ended before'), reject);
    });
  }

  // A process that has not started has no id, and `ended` reports why.
  const { pid = 0 } = child;
  return { pid, stdout: child.stdout, ended, waitFor, end: (signal) => end(child, ended, signal) };
}

async function end(child: ChildProcess, ended: Promise<Ended>, signal: NodeJS.Signals) {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
  return ended.finally(() => clearTimeout(timer));
}

/**
 * For every process that a test starts. For tap's hook into each that Node starts: the coverage of a bundle would be
 * counted as lines that nothing runs.
 */
export const PROCESS_SETTINGS = { _TAPJS_PROCESSINFO_COVERAGE_: '0', ...PATIENCE };

function environment(settings: Readonly<Record<string, string>> = {}) {
  const isSetting = (name: string) => name.replace(/_FILE$/, '') in SETTINGS;
  const own = Object.entries(process.env).filter(([name]) => !isSetting(name));
  return { ...Object.fromEntries(own), ...PROCESS_SETTINGS, ...settings };
}

const NOT_COPIED = new Set(['.git', '.tap', 'artifacts', 'data', 'dist', 'node_modules']);

/** Copies the project into a folder where a test can change it. */
export async function scratchCopy(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  const filter = (file: string) => !NOT_COPIED.has(basename(file));
  await cp(root, folder, { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Replaces text in a file. @throws when the text is not in it */
export async function changeFile(file: string, text: string | RegExp, replacement: string) {
  const before = await readFile(file, 'utf8');
  const after = before.replace(text, replacement);
  assert.notEqual(after, before, `${text} is not in ${file}`);
  await writeFile(file, after);
}

/** Waits until the service listens. @returns its origin */
export async function listening(server: Running): Promise<string> {
  const [, origin] = await server.waitFor(/Server listening at (http:\/\/[^"]+)/);
  return String(origin);
}

/** Sends a request with this Authorization. */
export function ask(url: string, authorization = ''): Promise<Response> {
  return fetch(url, { headers: { authorization } });
}
