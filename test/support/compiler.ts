// The TypeScript compiler, which takes seconds: a test that imports it must say so in its name. The
// versions are those that clients have: the newest, the last one that is JavaScript, and the first
// that the client supports.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { TSC } from '../../scripts/programs.ts';
import { expectNeed } from './needs.ts';

expectNeed('compiler');

export { ts };

const COMPILERS = {
  typescript7: TSC,
  typescript: fileURLToPath(import.meta.resolve('typescript/lib/tsc.js')),
  typescript50: fileURLToPath(import.meta.resolve('typescript50/lib/tsc.js')),
} as const;

interface CompileOptions {
  readonly cwd: string;
  readonly version?: keyof typeof COMPILERS;
}

/** Runs the compiler. @returns what it reports: nothing if everything compiles */
export async function compile(
  args: readonly string[],
  { cwd, version = 'typescript7' }: CompileOptions,
): Promise<string> {
  const command = [COMPILERS[version], ...args];
  const ended = promisify(execFile)(process.execPath, command, { cwd });
  // It exits with a code if something does not compile.
  const { stdout } = await ended.catch((error: { stdout: string }) => error);
  return stdout;
}
