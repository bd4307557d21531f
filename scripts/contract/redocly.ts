import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Where one report ends and the next begins: nothing else is there without indentation. */
const BETWEEN_REPORTS = /(?<=^\})(?=\{$)/m;

/**
 * Runs a command of Redocly CLI that reports in JSON, with the rules of this project.
 *
 * @returns its reports: for `lint` one a file
 * @throws what it wrote, where there is no report
 */
export async function runRedocly(command: 'lint' | 'diff', files: string[]): Promise<unknown[]> {
  const { stdout, stderr } = await run([command, ...files, '--format=json', `--config=${CONFIG}`]);
  try {
    return stdout.split(BETWEEN_REPORTS).map((report) => JSON.parse(report));
  } catch (error) {
    throw new Error(stderr, { cause: error });
  }
}

/**
 * Brings what a document refers to in other files into it.
 *
 * @throws what Redocly CLI wrote, such as the place of a reference that leads nowhere
 */
export async function bundle(file: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  try {
    const output = join(folder, 'bundled.json');
    const { stderr } = await run(['bundle', file, `--output=${output}`, '--ext=json']);
    const bundled = await readFile(output, 'utf8').catch(() => undefined);
    if (bundled === undefined) throw new Error(stderr);
    return JSON.parse(bundled);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(args: string[]) {
  const child = spawn(process.execPath, [REDOCLY, ...args], {
    env: { ...process.env, ...OFFLINE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}
