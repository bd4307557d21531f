// The programs that scripts start with Node.

import { fileURLToPath } from 'node:url';

export const BIOME = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));
/** Finds promises that nothing awaits. Not bin/oxlint, which Node cannot load beside coverage. */
export const OXLINT = fileURLToPath(
  new URL('dist/cli.js', import.meta.resolve('oxlint/package.json')),
);
/** TypeScript 7, which checks the types. The generator of types imports TypeScript 5. */
export const TSC = fileURLToPath(
  new URL('lib/tsc.js', import.meta.resolve('typescript7/package.json')),
);
/** Runs a script of this project, which is its first argument. */
export const RUN = 'scripts/run.js';
