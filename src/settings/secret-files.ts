import { readFileSync, statSync } from 'node:fs';
import type { Environment } from './environment.ts';

/*
 * Settings that may hold a password can be in files, as orchestrators mount secrets. A file is read again for
 * every new connection, so that a password can be changed without a restart.
 */

/** A setting, or where it is in a file, a function that returns what the file holds now. */
export type Secret = string | (() => string);

/** Takes what happens to a file while the service runs, without what the file holds. */
export type SecretLog = (level: 'info' | 'warn', message: string) => void;

export interface SecretFile {
  readonly setting: string;
  readonly path: string;
  /** What it held at the start. */
  readonly text: string;
}

/** The variable that names the file with the value of a setting. */
export function fileVariable(setting: string): string {
  return `${setting}_FILE`;
}

/** The value of a setting now. */
export function currentValue(secret: Secret): string {
  return typeof secret === 'function' ? secret() : secret;
}

/**
 * Reads the files that the environment names for these settings.
 *
 * @returns them, and a line for each that cannot be used
 */
export function readSecretFiles(environment: Environment, settings: readonly string[]) {
  const files: SecretFile[] = [];
  const problems: string[] = [];
  for (const setting of settings) {
    const path = environment[fileVariable(setting)];
    if (!path) continue;
    try {
      if (environment[setting]) {
        throw new Error(`${setting} and ${fileVariable(setting)} are both set. Set only one.`);
      }
      files.push({ setting, path, text: readSecret(setting, path) });
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { files, problems };
}

/** Names the file in what is wrong with a setting that is in it. */
export function attributed(problem: string, files: readonly SecretFile[]): string {
  const file = files.find(({ setting }) => problem.startsWith(`${setting} `));
  if (!file) return problem;
  return `${fileVariable(file.setting)}: the content of ${file.path}${problem.slice(file.setting.length)}`;
}

/**
 * Follows a file. While it cannot be used, its last usable content is: somebody may be replacing it.
 *
 * @param problemOf says what is wrong with a new content, if anything is
 * @returns a function that reads the file
 */
export function followSecretFile(
  file: SecretFile,
  problemOf: (text: string) => string | undefined,
  log: SecretLog,
): () => string {
  const { setting, path } = file;
  let latest = file.text;
  let loggedProblem: string | undefined;

  function read(): string {
    const text = readSecret(setting, path);
    const problem = text === latest ? undefined : problemOf(text);
    if (problem !== undefined) throw new Error(attributed(problem, [file]));
    return text;
  }

  return () => {
    try {
      const text = read();
      loggedProblem = undefined;
      if (text !== latest) {
        log('info', `${fileVariable(setting)}: new connections use what ${path} holds now`);
      }
      latest = text;
    } catch (error) {
      const { message } = error as Error;
      if (message !== loggedProblem) log('warn', `${message} Its last content is used.`);
      loggedProblem = message;
    }
    return latest;
  };
}

/** Without the newline at the end, which editors and `echo` write. @throws one line, without the content */
function readSecret(setting: string, path: string): string {
  const text = readFile(setting, path).replace(/\r?\n$/, '');
  if (text === '') throw new Error(`${fileVariable(setting)}: ${path} is empty.`);
  if (/[\r\n]/.test(text)) {
    throw new Error(`${fileVariable(setting)}: ${path} has more than one line.`);
  }
  return text;
}

function readFile(setting: string, path: string): string {
  try {
    // A pipe can be read only once.
    if (statSync(path).isFile()) return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${fileVariable(setting)}: ${path} cannot be read (${code}).`);
  }
  throw new Error(`${fileVariable(setting)}: ${path} is not a file.`);
}
