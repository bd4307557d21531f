// Runs one check of `npm run check`.

import { execFile } from 'node:child_process';

/** How many characters of output a check may write. */
const MAX_OUTPUT = 100_000_000;

/** Runs a check, and shows its output if it fails. @returns whether it passes */
export function runCheck(name: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      process.stdout.write(error ? `${name}:\n${stdout}${stderr}` : `${name}: ok\n`);
      resolve(error === null);
    });
  });
}
