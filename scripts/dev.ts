import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isContractSource, isDocumentSource, MODELS, SOURCE_FOLDERS } from './generate/sources.ts';

/*
 * `npm run dev`: checks the contract and makes generated/ anew when it or the models change,
 * restarts the server when any code changes, and shows what the compiler says. Ctrl-C ends all of it.
 */

/** Saving a file causes several events. */
const SETTLE_MS = 100;

const RUN = 'scripts/run.js';
const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));

const stop = new AbortController();
// Ctrl-C reaches this process twice when npm has started it: from the terminal, and passed on by npm.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());

let generated = generate();
await generated;

let timer: NodeJS.Timeout | undefined;
const saved = new Set<string>();
// By folder, since editors replace a file, which a watch on the file itself would not survive.
for (const folder of [...SOURCE_FOLDERS, dirname(MODELS)]) {
  watch(folder, { signal: stop.signal, recursive: true }, (_event, name) => {
    const file = `${folder}/${name}`;
    if (!isDocumentSource(file) && file !== MODELS) return;
    saved.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...saved];
      saved.clear();
      generated = generated.then(() => follow(files));
    }, SETTLE_MS);
  });
}
for (const child of [
  start('--watch', '--watch-preserve-output', RUN, 'src/server.ts'),
  start(tsc, '--noEmit', '--watch', '--preserveWatchOutput'),
]) {
  child.once('exit', () => stop.abort());
}

/** What is generated stays as it is when its source is wrong, so that the server goes on. */
function generate() {
  return finished('scripts/generate/index.ts', '--if-stale');
}

/** First what is wrong with the contract, which takes less time. */
async function follow(files: string[]) {
  if (files.some(isContractSource)) await finished('scripts/contract/lint.ts');
  await generate();
}

function finished(...script: string[]) {
  return new Promise((resolve) => {
    start(RUN, ...script).once('close', resolve);
  });
}

function start(...args: string[]) {
  const child = spawn(process.execPath, args, {
    // In a group of its own, so that Ctrl-C reaches it once, by way of this process.
    detached: true,
    signal: stop.signal,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // It was told to stop.
  child.on('error', () => undefined);
  return child;
}
