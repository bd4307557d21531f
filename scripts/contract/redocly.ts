import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder } from '../temporary-folder.ts';

const REDOCLY = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
/** The rules of this project. */
const HOUSE_RULES = `--config=${fileURLToPath(new URL('redocly.yaml', import.meta.url))}`;
/** Nothing of it leaves this machine. */
const OFFLINE = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
};

/** Where one report ends and the next begins: nothing else is there without indentation. */
const BETWEEN_REPORTS = /(?<=^\})(?=\{$)/m;

/**
 * Runs a command of Redocly CLI that reports in JSON.
 *
 * @param documents complete contracts; what is made from the rest of one is left out
 * @returns its reports: for `lint` one for each document, in their order
 * @throws what it wrote, where a report is missing
 */
export async function runRedocly(
  command: 'lint' | 'diff',
  documents: readonly object[],
): Promise<unknown[]> {
  return inTemporaryFolder(async (folder) => {
    const files = documents.map((_, index) => join(folder, `${index}.json`));
    await Promise.all(files.map((file, index) => writeFile(file, asJson(documents[index]))));
    const child = spawn(
      process.execPath,
      [REDOCLY, command, ...files, '--format=json', HOUSE_RULES],
      {
        env: { ...process.env, ...OFFLINE },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const reports = stdout.split(BETWEEN_REPORTS).filter(Boolean);
    // At a document that it cannot follow it stops: the rest would pass without having been looked at.
    if (reports.length < (command === 'lint' ? documents.length : 1)) throw new Error(stderr);
    return reports.map((report) => JSON.parse(report));
  });
}

function asJson(document?: object): string {
  return JSON.stringify(document, (key, value) => (key === 'x-codeSamples' ? undefined : value));
}
