// Settings that may hold a password can be in files, as orchestrators mount secrets. A file is read
// again for every new connection, so that a password can be changed without a restart.

import { readFileSync, statSync } from 'node:fs';

/** A setting, or a function that returns what its file holds now. */
export type Secret = string | (() => string);

/** Takes messages about settings, without their values. */
export type SettingsLog = (level: 'info' | 'warn', message: string) => void;

export function currentValue(secret: Secret): string {
  return typeof secret === 'function' ? secret() : secret;
}

/**
 * Opens a file with a setting. While the file is later replaced, its last valid content is used.
 *
 * @param problemOf returns what is wrong with the content
 * @param log takes later messages about the file
 * @throws one line, without the path and the content
 */
export function openSecretFile(
  path: string,
  problemOf: (text: string) => string | undefined,
  log: SettingsLog,
): () => string {
  let latest = read();
  let warning = '';
  return () => {
    try {
      // To read a pipe again would stop the whole process until somebody writes to it again.
      if (statSync(path, { throwIfNoEntry: false })?.isFIFO()) return latest;
      const text = read();
      warning = '';
      if (text !== latest) log('info', `new connections use the new content of ${path}`);
      latest = text;
    } catch (error) {
      const { message } = error as Error;
      if (message !== warning) log('warn', `${path}: ${message} The last valid content is used.`);
      warning = message;
    }
    return latest;
  };

  function read(): string {
    // Without the newline at the end, which editors and `echo` write.
    const text = readText().replace(/\r?\n$/, '');
    if (text === '') throw new Error('the file is empty.');
    if (/[\r\n]/.test(text)) throw new Error('the file has more than one line.');
    const problem = problemOf(text);
    if (problem) throw new Error(`the content ${problem}`);
    return text;
  }

  /** Without the message of Node, which repeats the path. */
  function readText(): string {
    try {
      return readFileSync(path, 'utf8');
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new Error(`the file cannot be read (${code}).`, { cause });
    }
  }
}
