// Formats generated modules.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BIOME } from '../programs.ts';

/** The style of this project, because builds have neither biome.json nor git. */
const STYLE = [
  '--vcs-enabled=false',
  '--indent-style=space',
  '--line-width=100',
  '--javascript-formatter-quote-style=single',
];

/** Formats a TypeScript module in the style of this project, in a process beside this one. */
export async function formatted(module: string): Promise<string> {
  const args = [BIOME, 'format', '--stdin-file-path=module.ts', ...STYLE];
  const formatting = promisify(execFile)(process.execPath, args);
  formatting.child.stdin?.end(module);
  return (await formatting).stdout;
}
