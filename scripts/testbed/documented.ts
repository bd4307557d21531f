import { readFile } from 'node:fs/promises';

/** The command that OPERATIONS.md documents for a program, as it stands there. */
export async function documentedCommand(program: string): Promise<string> {
  const text = await readFile(new URL('../../OPERATIONS.md', import.meta.url), 'utf8');
  const command = new RegExp(`^${program} (?:.*\\\\\\n)*.*`, 'm').exec(text)?.[0];
  if (!command) throw new Error(`OPERATIONS.md documents no ${program}.`);
  return command;
}
