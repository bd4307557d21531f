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

/** What Redocly says of a document, or why it cannot read that. */
export type RedoclyResult = { readonly report: unknown } | { readonly failure: string };

/**
 * Runs `redocly lint` by the rules of this project.
 *
 * @param documents complete contracts, which it reads without their code samples
 * @returns a result for each document, in their order
 */
export async function lintByRedocly(documents: readonly object[]): Promise<RedoclyResult[]> {
  if (documents.length === 0) return [];
  const { stdout, stderr } = await runRedocly(documents);
  const reports = stdout.split(BETWEEN_REPORTS).filter(Boolean);
  const results: RedoclyResult[] = reports.map((report) => ({ report: JSON.parse(report) }));
  if (results.length === documents.length) return results;
  // Redocly stops at a document that it cannot read, and reports nothing about the rest.
  const rest = await lintByRedocly(documents.slice(results.length + 1));
  return [...results, { failure: stderr }, ...rest];
}

async function runRedocly(documents: readonly object[]) {
  return inTemporaryFolder(async (folder) => {
    const files = documents.map((_, index) => join(folder, `${index}.json`));
    await Promise.all(files.map((file, index) => writeFile(file, asJson(documents[index]))));
    const args = [REDOCLY, 'lint', ...files, '--format=json', HOUSE_RULES];
    const options = { env: { ...process.env, ...OFFLINE }, maxBuffer: MAX_REPORT_BYTES };
    // Redocly exits with 1 if it reports something.
    return promisify(execFile)(process.execPath, args, options).catch(
      (error: { readonly stdout: string; readonly stderr: string }) => error,
    );
  });
}

/** A document as Redocly can read it: of the right version, and without null or code samples. */
function asJson(document: object = {}): string {
  return JSON.stringify({ ...document, openapi: '3.1.0' }, (key, value: unknown) => {
    if (Array.isArray(value)) return value.filter((one) => one !== null);
    return key === 'x-codeSamples' || value === null ? undefined : value;
  });
}
