import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLIENTS, DOCUMENTS, isStale } from './generate/products.ts';

const HELP = `Runs single test files, without measuring their coverage.

  npm run test:one -- FILE... [options of tap]

Regenerates generated/ if it is stale, and builds only for tests that start a process.
`;

const TAP = fileURLToPath(new URL('run.mjs', import.meta.resolve('tap')));
/** What every test that starts the built service imports. */
const STARTS_PROCESSES = resolve('test/support/servers/npm-start.ts');
/** Where it can be imported. */
const FOLDERS = ['test/', 'scripts/'].map((folder) => resolve(folder));

await main(process.argv.slice(2));

async function main(args: string[]) {
  const files = args.filter((argument) => argument.endsWith('.ts'));
  if (files.length === 0) {
    process.stdout.write(HELP);
    process.exitCode = args.includes('--help') ? 0 : 1;
    return;
  }
  const stale = await Promise.all([CLIENTS, DOCUMENTS].map(isStale));
  if (stale.includes(true)) await run('scripts/run.js', 'scripts/generate/index.ts');
  const imported = new Set<string>();
  for (const file of files) await addImports(resolve(file), imported);
  if (imported.has(STARTS_PROCESSES)) await run('scripts/run.js', 'scripts/build/index.ts');
  await run(TAP, '--disable-coverage', ...args);
}

/** Adds a file, and all that it imports from those folders. */
async function addImports(file: string, imported: Set<string>) {
  if (imported.has(file) || !FOLDERS.some((folder) => file.startsWith(folder))) return;
  imported.add(file);
  const source = await readFile(file, 'utf8');
  for (const [, path = ''] of source.matchAll(/ from '(\.{1,2}\/.+?\.ts)';$/gm)) {
    const other = resolve(file, '..', path);
    // A test can have code as text.
    if (existsSync(other)) await addImports(other, imported);
  }
}

async function run(...args: string[]) {
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) process.exit(1);
}
