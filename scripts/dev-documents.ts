import { lint } from './contract/index.ts';
import { describeByGuides } from './documentation/index.ts';
import { updateGenerated } from './generate/update.ts';
import { CONTRACT } from './sources.ts';

/** A message from `npm run dev`. */
export type DocumentsRequest = 'update' | 'lint and update';

let updated = Promise.resolve();
let lastRequest = 0;

/**
 * Updates generated/ whenever the parent process asks for it. The process keeps running, because
 * loading the generators takes four times as long as running them. It replies to each request once
 * generated/ is up to date. Lint may print its findings after that.
 */
export function main() {
  process.on('message', (request: DocumentsRequest) => {
    lastRequest += 1;
    const linted = request === 'lint and update' ? showLint(lastRequest) : Promise.resolve(true);
    updated = updated.then(() => update(linted));
  });
  process.on('disconnect', () => process.exit());
}

/** Leaves generated/ unchanged if a source has an error, so that the server keeps running. */
async function update(linted: Promise<boolean>) {
  try {
    await updateGenerated();
  } catch (error) {
    // Lint prints the errors of the contract itself.
    if (await linted) process.stderr.write(`${(error as Error).message}\n`);
  }
  process.send?.('updated');
}

/** @returns whether the contract keeps all rules */
async function showLint(request: number): Promise<boolean> {
  const [result] = await lint([CONTRACT], describeByGuides);
  const { lines = [] } = result ?? {};
  const keepsAllRules = lines.length === 0;
  // If the contract has been saved again in the meantime, these findings are out of date.
  if (request !== lastRequest) return keepsAllRules;
  if (keepsAllRules) process.stdout.write(`${CONTRACT} keeps all rules.\n`);
  for (const line of lines) process.stderr.write(`${line}\n`);
  return keepsAllRules;
}
