import { lint } from './contract/index.ts';
import { updateGenerated } from './generate/update.ts';
import { LINT_OPTIONS } from './lint-options.ts';
import { CONTRACT } from './sources.ts';

/** A message from `npm run dev`. */
export type DocumentsRequest = 'update' | 'lint and update';

let updated: Promise<Error | undefined> = Promise.resolve(undefined);
let lastRequest = 0;

/**
 * Updates generated/ whenever the parent process asks for it. The process keeps running, because
 * loading the generators takes four times as long as running them. It replies to each request once
 * generated/ is up to date, and lints after that, while the server restarts.
 */
export function main() {
  process.on('message', (request: DocumentsRequest) => {
    lastRequest += 1;
    const number = lastRequest;
    updated = updated.then(update);
    void updated.then((error) => showProblems(error, request === 'lint and update', number));
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

async function showProblems(error: Error | undefined, isToLint: boolean, request: number) {
  const keepsAllRules = !isToLint || (await showLint(request));
  // Lint prints the errors of the contract itself.
  if (error && keepsAllRules) process.stderr.write(`${error.message}\n`);
}

/** @returns whether the contract keeps all rules */
async function showLint(request: number): Promise<boolean> {
  const [result] = await lint([CONTRACT], LINT_OPTIONS);
  const { lines = [] } = result ?? {};
  const keepsAllRules = lines.length === 0;
  // If the contract has been saved again in the meantime, these findings are out of date.
  if (request !== lastRequest) return keepsAllRules;
  if (keepsAllRules) process.stdout.write(`${CONTRACT} keeps all rules.\n`);
  for (const line of lines) process.stderr.write(`${line}\n`);
  return keepsAllRules;
}
