import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pretty from 'pino-pretty';
import { isContractSource, isDocumentSource, MODELS, SOURCE_FOLDERS } from './sources.ts';

const HELP = `Runs the service from its sources and follows every change: lints the contract and regenerates
generated/ when a source of it changes, restarts the server when code changes, and shows the
compiler's messages. An operation that has no handler yet responds with its example. Ctrl-C ends
all of it.

  npm run dev                            runs the service
  npm run dev -- --inspect[=[HOST:]PORT] lets a debugger attach to the server, by default on port 9229
`;

/** Saving a file causes several events. */
const SETTLE_MS = 100;

/** What is not shown as it is. */
type Output = { readonly [Stream in 'stdout' | 'stderr']?: 'inherit' | 'pipe' };

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
  await requireFreePort();
  watchSources();
  const serve = [...inspect, '--watch', '--watch-preserve-output', RUN, 'scripts/dev-server.ts'];
  const server = start({ stdout: process.stdout.isTTY ? 'pipe' : 'inherit' }, ...serve);
  server.stdout?.pipe(readable());
  const compiler = start({}, tsc, '--noEmit', '--watch', '--preserveWatchOutput');
  for (const child of [server, compiler]) child.once('exit', () => stop.abort());
}

/** Shows the log for people, and whatever else the server writes as it is. */
function readable() {
  return pretty({
    messageKey: 'body',
    levelKey: 'severity_text',
    timestampKey: 'timestamp',
    ignore: 'severity_number,process\\.pid,host\\.name,exception\\.stacktrace',
    messageFormat: (line, key) =>
      [line[key], line['exception.stacktrace']].filter(Boolean).join('\n'),
    singleLine: true,
    translateTime: 'HH:MM:ss.l',
  });
}

/** Node would watch on, and wait for a change, where the server cannot start. @throws one line */
async function requireFreePort() {
  // As the settings have it, which are there only where the contract is valid.
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
  const server = createServer().listen(Number(PORT), HOST);
  await once(server, 'listening');
  server.close();
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
  const lint = closed(start({}, RUN, 'scripts/contract-lint.ts'));
  const child = generate({ stderr: 'pipe' });
  const [said] = await Promise.all([child.stderr && text(child.stderr), closed(child)]);
  if ((await lint) === 0) process.stderr.write(said ?? '');
}

/** A source with an error leaves generated/ as it is, so that the server keeps running. */
function generate(output: Output = {}) {
  return start(output, RUN, 'scripts/generate/index.ts');
}

function closed(child: ReturnType<typeof start>): Promise<unknown> {
  return new Promise((resolve) => child.once('close', resolve));
}

function start({ stdout = 'inherit', stderr = 'inherit' }: Output, ...args: string[]) {
  const child = spawn(process.execPath, args, {
    // In a process group of its own, so that Ctrl-C reaches it only once, through this process.
    detached: true,
    signal: stop.signal,
    stdio: ['ignore', stdout, stderr],
  });
  // Aborting the signal causes an error event.
  child.on('error', () => undefined);
  return child;
}
