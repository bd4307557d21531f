// Runs `redocly lint`, which has the rules of style.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inTemporaryFolder } from '../temporary-folder.ts';

const REDOCLY = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
/** The rules of this project. */
const HOUSE_RULES = `--config=${fileURLToPath(new URL('redocly.yaml', import.meta.url))}`;
/** Redocly sends nothing over the network. */
const OFFLINE = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
};

const MAX_REPORT_BYTES = 2 ** 28;
/** The boundary between two reports: only the braces around a report are not indented. */
const BETWEEN_REPORTS = /(?<=^\})(?=\{$)/m;

/**
 * Runs `redocly lint` by the rules of this project.
 *
 * @param documents complete contracts, which it reads without their code samples
 * @returns a report for each document, in their order
 * @throws with the output of Redocly if a report is missing
 */
export async function lintByRedocly(documents: readonly object[]): Promise<unknown[]> {
  if (documents.length === 0) return [];
  return inTemporaryFolder(async (folder) => {
    const files = documents.map((_, index) => join(folder, `${index}.json`));
    await Promise.all(files.map((file, index) => writeFile(file, asJson(documents[index]))));
    const args = [REDOCLY, 'lint', ...files, '--format=json', HOUSE_RULES];
    const options = { env: { ...process.env, ...OFFLINE }, maxBuffer: MAX_REPORT_BYTES };
    // Redocly exits with 1 if it reports something.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options).catch(
      (error: { readonly stdout: string; readonly stderr: string }) => error,
    );
    const reports = stdout.split(BETWEEN_REPORTS).filter(Boolean);
    const parsed: unknown[] = reports.map((report) => JSON.parse(report));
    // Redocly stops at a document that it cannot read, and would report nothing about the rest.
    if (parsed.length < documents.length) throw new Error(stderr);
    return parsed;
  });
}

/** Texts that its rules read, whatever a contract has in their place. */
const READ_AS_TEXT = ['operationId', 'url'];

/** A document as Redocly can read it: of the right version, and without null or code samples. */
function asJson(document: object = {}): string {
  return JSON.stringify({ ...document, openapi: '3.1.0' }, (key, value: unknown) => {
    if (Array.isArray(value)) return value.filter((one) => one !== null);
    const isUnread = key === 'x-codeSamples' || value === null;
    return isUnread || (READ_AS_TEXT.includes(key) && typeof value !== 'string')
      ? undefined
      : value;
  });
}
