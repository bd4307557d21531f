import { existsSync } from 'node:fs';

/**
 * Runs what a process is there for, with the settings of `.env` where there is one. A failure
 * becomes clear lines on stderr and the exit code 1.
 *
 * @param main is given the arguments of the command line
 */
export async function runProcess(main: (args: string[]) => Promise<unknown>): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await main(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 1;
    // Nothing but errors is thrown here.
    process.stderr.write(`${(error as Error).message}\n`);
  }
}
