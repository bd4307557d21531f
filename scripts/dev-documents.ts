import { lint } from './contract/index.ts';
import { describeByGuides } from './documentation/index.ts';
import { updateGenerated } from './generate/update.ts';
import { CONTRACT } from './sources.ts';

/** What `npm run dev` asks for. */
export type DocumentsRequest = 'update' | 'lint and update';

let updated = Promise.resolve();
let lastRequest = 0;

/**
 * Updates generated/ whenever the parent process asks for it. This process keeps running, since it
 * takes four times as long to load and warm up the generators as to run them. Each request is
 * answered once generated/ is up to date. The messages of lint may come later.
 */
export function main() {
  process.on('message', (request: DocumentsRequest) => {
    lastRequest += 1;
    const linted = request === 'lint and update' ? showLint(lastRequest) : Promise.resolve(true);
    updated = updated.then(() => update(linted));
  });
  process.on('disconnect', () => process.exit());
}

/** A source with an error leaves generated/ as it is, so that the server keeps running. */
async function update(linted: Promise<boolean>) {
  try {
    await updateGenerated();
  } catch (error) {
    // What is wrong with the contract is said by lint, which says it in full.
    if (await linted) process.stderr.write(`${(error as Error).message}\n`);
  }
  process.send?.('updated');
}

/** @returns whether the contract keeps all rules */
async function showLint(request: number): Promise<boolean> {
  const [result] = await lint([CONTRACT], describeByGuides);
  const { lines = [] } = result ?? {};
  // The contract may have been saved again in the meantime.
  if (request !== lastRequest) return lines.length === 0;
  if (lines.length === 0) process.stdout.write(`${CONTRACT} keeps all rules.\n`);
  for (const line of lines) process.stderr.write(`${line}\n`);
  return lines.length === 0;
}
