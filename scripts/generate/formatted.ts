import { execFileSync } from 'node:child_process';
import { BIOME } from '../programs.ts';

/** The style of this project, because builds have neither biome.json nor git. */
const STYLE = [
  '--vcs-enabled=false',
  '--indent-style=space',
  '--line-width=100',
  '--javascript-formatter-quote-style=single',
];

/** Formats a TypeScript module in the style of this project. */
export function formatted(module: string): string {
  const args = [BIOME, 'format', '--stdin-file-path=module.ts', ...STYLE];
  return execFileSync(process.execPath, args, { input: module, encoding: 'utf8' });
}
