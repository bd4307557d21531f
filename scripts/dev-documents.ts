// Updates generated/ for `npm run dev`, in a process of its own.

import { updateGenerated } from './generate/update.ts';
import { lintServed } from './lint-options.ts';
import { serviceFiles } from './sources.ts';

/** A message from `npm run dev`. */
export type DocumentsRequest = 'update' | 'lint and update';

let updated: Promise<unknown> = Promise.resolve();
let lastRequest = 0;
let isToLint = false;

/**
 * Updates generated/ whenever the parent process asks for it. The process keeps running, because
 * loading the generators takes four times as long as running them. It replies to each request once
 * generated/ is up to date, and lints after that, while the server restarts.
 */
export function main() {
  process.on('message', (request: DocumentsRequest) => {
    lastRequest += 1;
    const number = lastRequest;
    if (request === 'lint and update') isToLint = true;
    const updating = updated.then(update);
    updated = updating;
    void updating.then((error) => showResult(error, () => number === lastRequest));
  });
  process.on('disconnect', () => process.exit());
}

/**
 * Leaves generated/ unchanged if a source has an error, so that the server keeps running.
 *
 * @returns the error
 */
async function update(): Promise<Error | undefined> {
  try {
    await updateGenerated();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    process.send?.('updated');
  }
}

/**
 * Shows what is wrong, or that nothing is any more.
 *
 * @param isCurrent returns false once the sources have been saved again
 */
async function showResult(error: Error | undefined, isCurrent: () => boolean) {
  if (!isCurrent()) return;
  const lines = isToLint ? await lintLines() : undefined;
  if (!isCurrent()) return;
  isToLint = false;
  if (lines?.length === 0) process.stdout.write(`${serviceFiles().contract} keeps all rules.\n`);
  for (const line of lines ?? []) process.stderr.write(`${line}\n`);
  // Lint prints the errors of the contract itself.
  if (error && !lines?.length) process.stderr.write(`${error.message}\n`);
  if (!error) process.stdout.write('generated/ is up to date.\n');
}

async function lintLines(): Promise<readonly string[]> {
  const results = await lintServed();
  return results.flatMap(({ lines }) => lines);
}
