import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const REDOCLY = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const CONFIG = 'scripts/contract/redocly.yaml';
/** Nothing of it leaves this machine. */
const OFFLINE = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
};

/** Where one report ends and the next begins: nothing else stands there without indentation. */
const BETWEEN_REPORTS = /(?<=^\})(?=\{$)/m;

/**
 * Runs a command of Redocly CLI that reports in JSON, with the rules of this project.
 *
 * @returns its reports: for `lint` one a file
 * @throws what it wrote, where there is no report
 */
export async function runRedocly(command: 'lint' | 'diff', files: string[]): Promise<unknown[]> {
  const options = ['--format=json', `--config=${CONFIG}`];
  const child = spawn(process.execPath, [REDOCLY, command, ...files, ...options], {
    env: { ...process.env, ...OFFLINE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    return stdout.split(BETWEEN_REPORTS).map((report) => JSON.parse(report));
  } catch (error) {
    throw new Error(stderr, { cause: error });
  }
}
