import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

const MAX_REPORT_BYTES = 2 ** 28;
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
    const args = [REDOCLY, command, ...files, '--format=json', HOUSE_RULES];
    const options = { env: { ...process.env, ...OFFLINE }, maxBuffer: MAX_REPORT_BYTES };
    // It exits with 1 where it has something to report.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options).catch(
      (error: { readonly stdout: string; readonly stderr: string }) => error,
    );
    const reports = stdout.split(BETWEEN_REPORTS).filter(Boolean);
    // It stops at a document that it cannot follow: the rest would pass without a look at it.
    if (reports.length < (command === 'lint' ? documents.length : 1)) throw new Error(stderr);
    return reports.map((report) => JSON.parse(report));
  });
}

function asJson(document?: object): string {
  return JSON.stringify(document, (key, value) => (key === 'x-codeSamples' ? undefined : value));
}
