import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isContractSource, isDocumentSource, MODELS, SOURCE_FOLDERS } from './generate/sources.ts';

const HELP = `Runs the service from its sources and follows every change: lints the contract and regenerates
generated/ when a source of it changes, restarts the server when code changes, and shows the
compiler's messages. Ctrl-C ends all of it.

  npm run dev                            runs the service
  npm run dev -- --inspect[=[HOST:]PORT] lets a debugger attach to the server, by default on port 9229
`;

/** Saving a file causes several events. */
const SETTLE_MS = 100;

const RUN = 'scripts/run.js';
const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));

const options = process.argv.slice(2);
const stop = new AbortController();

if (options.every((option) => /^--inspect(-brk|-wait)?(=.+)?$/.test(option))) await follow(options);
else {
  process.stdout.write(HELP);
  process.exitCode = options.includes('--help') ? 0 : 1;
}

/** @param inspect options of Node for the server, which keeps them when it is restarted */
async function follow(inspect: readonly string[]) {
  // Handled each time: when npm has started this process, Ctrl-C reaches it from the terminal and through npm.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());
  await closed(generate());
  watchSources();
  for (const child of [
    start('inherit', ...inspect, '--watch', '--watch-preserve-output', RUN, 'src/server.ts'),
    start('inherit', tsc, '--noEmit', '--watch', '--preserveWatchOutput'),
  ]) {
    child.once('exit', () => stop.abort());
  }
}

function watchSources() {
  let updated = Promise.resolve();
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
        const isContract = [...saved].some(isContractSource);
        saved.clear();
        updated = updated.then(() => update(isContract));
      }, SETTLE_MS);
    });
  }
}

/** Both at once. What is wrong with the contract is said by lint alone, which says it in full. */
async function update(isContract: boolean): Promise<void> {
  if (!isContract) {
    await closed(generate());
    return;
  }
  const lint = closed(start('inherit', RUN, 'scripts/contract/lint.ts'));
  const child = generate('pipe');
  const [said] = await Promise.all([child.stderr && text(child.stderr), closed(child)]);
  if ((await lint) === 0) process.stderr.write(said ?? '');
}

/** A source with an error leaves generated/ as it is, so that the server keeps running. */
function generate(stderr: 'inherit' | 'pipe' = 'inherit') {
  return start(stderr, RUN, 'scripts/generate/index.ts', '--if-stale');
}

function closed(child: ReturnType<typeof start>): Promise<unknown> {
  return new Promise((resolve) => child.once('close', resolve));
}

function start(stderr: 'inherit' | 'pipe', ...args: string[]) {
  const child = spawn(process.execPath, args, {
    // In a process group of its own, so that Ctrl-C reaches it only once, through this process.
    detached: true,
    signal: stop.signal,
    stdio: ['ignore', 'inherit', stderr],
  });
  // Aborting the signal causes an error event.
  child.on('error', () => undefined);
  return child;
}
