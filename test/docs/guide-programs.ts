import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { temporaryFolder } from '../support/databases.ts';
import { root, startProcess } from '../support/scripts.ts';

/** A block of code in a guide. */
export interface Block {
  /** The title of the guide. */
  readonly guide: string;
  readonly language: string;
  readonly code: string;
  /** What the words before it say: where to save it, and what to run. */
  readonly file: string | undefined;
  readonly command: string | undefined;
}

/** The guides as they are published. */
export async function publishedGuides(app: FastifyInstance): Promise<string> {
  return (await app.inject('/openapi.json')).json().info.description;
}

/** The blocks of code in all guides, in their order. */
export function blocksOf(guides: string): Block[] {
  return guides.split(/^## /m).flatMap((text) => {
    const [guide = ''] = text.split('\n');
    const blocks = [...text.matchAll(/(.*?)^```(\w+)\n(.*?)^```/gms)];
    return blocks.map(([, words = '', language = '', code = '']) => {
      const [, file, command] = [...words.matchAll(TO_DO)].at(-1) ?? [];
      return { guide, language, code, file, command };
    });
  });
}

const TO_DO = /save\s(?:it\s|this\s\w+\s)?as\s`([^`]+)`(?:\sand\srun\s`([^`]+)`)?/gi;

/** The blocks of a guide in a language. */
export function blocksIn(guides: string, title: string, wanted: string): Block[] {
  return blocksOf(guides).filter(({ guide, language }) => guide === title && language === wanted);
}

/** Does what the guide says until there is a client. @returns the folder that has it */
export async function generateClient(
  t: Test,
  guides: string,
  settings: Record<string, string>,
): Promise<string> {
  const folder = await temporaryFolder(t);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const [generate] = blocksIn(guides, 'Using a generated client', 'js');
  const [client] = blocksIn(guides, 'Using a generated client', 'ts');
  for (const { file = '', code } of [generate, client].flatMap((block) => block ?? [])) {
    await writeFile(join(folder, file), code);
  }
  const command = [process.execPath, generate?.file ?? ''];
  const { code, stderr } = await startProcess(t, command, { cwd: folder, settings }).ended;
  t.equal(code, 0, stderr);
  return folder;
}

/** What the compiler says of files, at its strictest. */
export async function typeErrors(t: Test, cwd: string, files: readonly string[]): Promise<string> {
  const command = [process.execPath, TYPESCRIPT, ...COMPILER_OPTIONS, ...files];
  return (await startProcess(t, command, { cwd }).ended).stdout;
}

const TYPESCRIPT = join(root, 'node_modules/typescript/bin/tsc');
const COMPILER_OPTIONS = [
  ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions'],
  ...['--target', 'es2023', '--module', 'nodenext'],
  ...['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')],
];

/**
 * The pauses of a program, which the test makes pass by moving the service's clock. The timers that
 * fetch has within stay as they are: they are shorter, or pass something on.
 */
const QUICK_PAUSES = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (resume, milliseconds, ...rest) => {
    if (milliseconds < 1000 || rest.length > 0) return setTimeout(resume, milliseconds, ...rest);
    process.once('message', resume);
    process.send(milliseconds);
  };
`)}`;

/** The same for Python, which loads a module of this name first. */
const QUICK_PAUSES_OF_PYTHON = `
import os, time
channel = int(os.environ["NODE_CHANNEL_FD"])
def sleep(seconds):
    os.write(channel, b"%d\\n" % (seconds * 1000))
    os.read(channel, 100)
time.sleep = sleep
`;

export interface Run {
  readonly settings: Record<string, string>;
  /** Makes time pass for the service. */
  readonly pass: (seconds: number) => void;
  /** In the place of those in the guide. */
  readonly args?: readonly string[];
  /** Where it is saved; a folder of its own unless given. */
  readonly folder?: string;
}

/**
 * Does with a program what its guide says, without waiting for its pauses.
 *
 * @returns the lines that it has written
 */
export async function runBlock(t: Test, block: Block | undefined, run: Run) {
  const { file = '', command = '', code: program = '' } = block ?? {};
  const { settings, pass, folder = await temporaryFolder(t) } = run;
  await writeFile(join(folder, file), program);
  await writeFile(join(folder, 'sitecustomize.py'), QUICK_PAUSES_OF_PYTHON);
  const [runtime, ...given] = command.split(' ');
  const args = run.args ? [file, ...run.args] : given;
  const [name, options] =
    runtime === 'node' ? [process.execPath, ['--import', QUICK_PAUSES]] : ['python3', []];
  const { PATH = '' } = process.env;
  const child = spawn(name, [...options, ...args], {
    cwd: folder,
    // Node 22 warns of types that it strips.
    env: { PATH, PYTHONPATH: folder, NODE_NO_WARNINGS: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  t.teardown(() => child.kill());
  child.on('message', (milliseconds) => {
    pass(Number(milliseconds) / 1_000);
    child.send('go on');
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('Its output was asked for.');
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(stdout), text(stderr)]);
  t.equal(code, 0, err);
  return { stdout: linesOf(out), stderr: linesOf(err) };
}

function linesOf(output: string) {
  return output.split('\n').filter((line) => line !== '');
}
