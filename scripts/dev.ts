import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isContractSource, isDocumentSource, MODELS, SOURCE_FOLDERS } from './generate/sources.ts';

/*
 * `npm run dev`: lints the contract and regenerates generated/ when a source of it changes, restarts
 * the server when code changes, and shows the compiler's messages. Ctrl-C ends all of it.
 */

/** Saving a file causes several events. */
const SETTLE_MS = 100;

const RUN = 'scripts/run.js';
const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));

const stop = new AbortController();
// Handled each time: when npm has started this process, Ctrl-C reaches it from the terminal and through npm.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());

let updated = generate();
await updated;

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
      updated = updated.then(() => follow(files));
    }, SETTLE_MS);
  });
}
for (const child of [
  start('--watch', '--watch-preserve-output', RUN, 'src/server.ts'),
  start(tsc, '--noEmit', '--watch', '--preserveWatchOutput'),
]) {
  child.once('exit', () => stop.abort());
}

/** A source with an error leaves generated/ as it is, so that the server keeps running. */
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
    // In a process group of its own, so that Ctrl-C reaches it only once, through this process.
    detached: true,
    signal: stop.signal,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Aborting the signal causes an error event.
  child.on('error', () => undefined);
  return child;
}
