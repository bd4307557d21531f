import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/**
 * Makes something of the contract. Where that fails, lint says why, with the line to edit: nothing
 * that comes from within a library does.
 *
 * @throws with what lint says, or where it says nothing with the failure itself
 */
export async function explained<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const explanation = await lint();
    throw explanation === '' ? error : new Error(explanation, { cause: error });
  }
}

/** What lint has against the contract. */
async function lint(): Promise<string> {
  const child = spawn(process.execPath, ['scripts/run.js', 'scripts/contract/lint.ts'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return (await text(child.stderr)).trimEnd();
}
