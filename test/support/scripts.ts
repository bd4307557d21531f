// Starts scripts and the built service as a person does: each as a process of its own. `npm test`
// builds before any test runs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { temporaryFolder } from './databases.ts';
import { expectNeed } from './needs.ts';
import { SERVER_FILE, SERVER_FLAGS } from './servers/npm-start.ts';
import { type Ended, launch, type Running } from './servers/process.ts';
import { environment, withServiceRole } from './servers/server.ts';
import { type AnyTested, SAMPLE } from './services.ts';

export { listening } from './servers/server.ts';
export type { Ended, Running };

interface ProcessOptions {
  /** By default an empty folder for a script that is shipped, and the project for the others. */
  readonly cwd?: string;
  /** Settings of the service. Those in the environment of the tests are not passed on. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whose script it is, if it is shipped. */
  readonly tested?: AnyTested;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Debian installs some servers where only root looks for programs. */
export const PATH = `${process.env.PATH}:/usr/sbin`;

/**
 * Returns why a test is skipped on this machine, or false if these programs are installed.
 *
 * @throws in CI, where a test that lacks a program fails
 */
export function unlessInstalled(...names: readonly string[]): string | false {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return false;
  const reason = `${missing.join(' and ')} not installed`;
  if (process.env.CI) throw new Error(`CI needs all programs: ${reason}.`);
  return reason;
}

const installed = new Map<string, boolean>();

function isInstalled(name: string): boolean {
  const known = installed.get(name);
  if (known !== undefined) return known;
  const { error } = spawnSync(name, ['--version'], { env: { ...process.env, PATH } });
  installed.set(name, !error);
  return !error;
}

/** Runs a script of this project to its end. */
export async function runScript(...given: Parameters<typeof startScript>): Promise<Ended> {
  return (await startScript(...given)).ended;
}

/** Starts a script of this project. */
export async function startScript(
  t: Test,
  script: string,
  args: readonly string[] = [],
  options: ProcessOptions = {},
): Promise<Running> {
  if (!SHIPPED.includes(script)) {
    const { cwd = root } = options;
    // A copy of the project runs its own scripts.
    const folder = existsSync(join(cwd, 'scripts/run.js')) ? cwd : root;
    const command = [process.execPath, join(folder, 'scripts/run.js'), script, ...args];
    return startProcess(t, command, { ...options, cwd });
  }
  const isServer = script === 'src/server.ts';
  const { settings = {}, tested = SAMPLE } = options;
  // Migrations run as the owner.
  const own = script === 'scripts/migrate.ts' ? settings : withServiceRole(settings, tested);
  const name = script.replace(/(?:\/index)?\.ts$/, '.js');
  const file = join(tested.folder, isServer ? SERVER_FILE : join('dist', name));
  const command = isServer ? [...SERVER_FLAGS, file] : [file];
  const cwd = options.cwd ?? (await temporaryFolder(t));
  return startProcess(t, [process.execPath, ...command, ...args], { cwd, settings: own });
}

/** Scripts that are shipped, and so are started as built. Others run from their sources. */
const SHIPPED = [
  'src/server.ts',
  'scripts/keys/index.ts',
  'scripts/migrate.ts',
  'scripts/move.ts',
  'scripts/seed.ts',
];

/** Starts a command, which is stopped when the test ends. */
export function startProcess(t: Test, command: string[], options: ProcessOptions): Running {
  const { cwd, settings } = options;
  const running = launch(command, { ...(cwd && { cwd }), env: environment(settings) });
  t.teardown(() => running.end('SIGTERM'));
  return running;
}

const NOT_COPIED = new Set(['.git', '.tap', 'artifacts', 'data', 'dist', 'node_modules']);

/** Copies the project into a folder where a test can change it. */
export async function scratchCopy(t: Test): Promise<string> {
  expectNeed('copy');
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

/** Sends a request with this Authorization. */
export function ask(url: string, authorization = ''): Promise<Response> {
  return fetch(url, { headers: { authorization } });
}
