// `npm run dev`: the service from its sources, checked and restarted after each save.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import pretty from 'pino-pretty';
import type { DocumentsRequest } from './dev-documents.ts';
import { requireFreePort } from './free-port.ts';
import { RUN, TSC } from './programs.ts';
import { isContractSource, isDocumentSource, isMaker } from './sources.ts';
import { watchFolders } from './watch-folders.ts';

const HELP = `Runs the service from its sources. After each save it checks the contract, updates
generated/, restarts the server, and shows the compiler's messages. An operation without a handler
responds with its example. Press Ctrl-C to stop.

  npm run dev                             runs the service
  npm run dev -- --inspect[=[HOST:]PORT]  lets a debugger attach to the server (default: 9229)
`;

const SERVER = 'scripts/dev-server.ts';
const WATCHED_FOLDERS = ['openapi', 'prisma', 'src', 'scripts', 'test', 'generated'];

const PARENT_CHECK_MS = 1_000;

const options = process.argv.slice(2);
const stop = new AbortController();

if (options.every((option) => /^--inspect(-brk|-wait)?(=.+)?$/.test(option))) {
  await run(options).catch((error) => {
    // The processes that are running would keep this one from ending.
    stop.abort();
    throw error;
  });
} else {
  process.stdout.write(HELP);
  process.exitCode = options.includes('--help') ? 0 : 1;
}

/** @param inspect options of Node for the server, which keeps them when it is restarted */
async function run(inspect: readonly string[]) {
  // `on` instead of `once`: Ctrl-C reaches this process from the terminal, and a second time
  // through npm.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());
  stopWithParent();
  await requireFreePort();
  const documents = createDocuments();
  await documents.update('update');
  const server = createRestartedServer(inspect);
  const compiler = createCompiler();
  const followSaves = async (files: readonly string[]) => {
    if (files.some((file) => isMaker(file) && !isContractSource(file))) documents.restart();
    const isContract = files.some((file) => isContractSource(file));
    if (isContract || files.some((file) => isDocumentSource(file) || file.startsWith('prisma/'))) {
      await documents.update(isContract ? 'lint and update' : 'update');
    }
    // Whatever has ended it: it may be a migration, and no code.
    if (files.some(isCodeOfServer) || !server.isRunning()) await server.restart();
    if (files.some((file) => file.endsWith('.ts'))) void compiler.check();
  };
  watchFolders(WATCHED_FOLDERS, followSaves, stop.signal);
  await server.restart();
  void compiler.check();
}

function isCodeOfServer(file: string): boolean {
  return /^(src|generated)\/.*\.ts$/.test(file);
}

/** Controls the process that updates generated/. */
function createDocuments() {
  const load = () => start([RUN, 'scripts/dev-documents.ts'], 'inherit', 'ipc');
  let updater = load();

  /** Waits until generated/ is up to date, or an error in the contract is found. */
  async function update(request: DocumentsRequest) {
    // The process has ended if its own sources had an error.
    if (!isRunning(updater)) updater = load();
    updater.send(request, () => undefined);
    const replied = new AbortController();
    const events = ['message', 'exit'].map((name) => once(updater, name, replied));
    // Both are rejected when `stop` aborts.
    await Promise.race(events).catch(() => undefined);
    replied.abort();
  }

  function restart() {
    updater.kill();
    updater = load();
  }

  return { update, restart };
}

/** Controls the server. A restart kills it: there are no requests to drain. */
function createRestartedServer(inspect: readonly string[]) {
  let server: ChildProcess | undefined;
  const log = process.stdout.isTTY ? readable() : undefined;

  async function restart() {
    if (server && isRunning(server)) {
      server.removeListener('exit', reportEnd);
      server.kill('SIGKILL');
      await closed(server);
    }
    server = start([...inspect, RUN, SERVER], log ? 'pipe' : 'inherit', 'ipc');
    server.once('exit', reportEnd);
    if (log) server.stdout?.pipe(log, { end: false });
  }

  function reportEnd() {
    if (stop.signal.aborted) return;
    process.stderr.write('The server has ended. It starts again when a file is saved.\n');
  }

  return { restart, isRunning: () => server !== undefined && isRunning(server) };
}

/** Starts the compiler for each check: with --watch, it would need more and more memory. */
function createCompiler() {
  let isChecking = false;
  let isOutOfDate = false;

  async function check() {
    isOutOfDate = true;
    if (isChecking) return;
    isChecking = true;
    while (isOutOfDate && !stop.signal.aborted) {
      isOutOfDate = false;
      // Tests import what is generated of it.
      await runInBackground([
        RUN,
        'scripts/generate/index.ts',
        '--service',
        'test/platform/service',
      ]);
      const code = await runInBackground([TSC, '--pretty']);
      if (code === 0) process.stdout.write('Found 0 errors in the types.\n');
    }
    isChecking = false;
  }

  function runInBackground(args: readonly string[]) {
    const child = start(args);
    // It would slow down the server, which starts at the same time.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    return closed(child);
  }

  return { check };
}

/** Makes the log readable, and passes on all other output of the server. */
function readable() {
  const log = pretty({
    messageKey: 'body',
    levelKey: 'severity_text',
    timestampKey: 'timestamp',
    ignore: 'severity_number,process\\.pid,host\\.name,exception\\.stacktrace',
    messageFormat: (line, key) =>
      [line[key], line['exception.stacktrace']].filter(Boolean).join('\n'),
    singleLine: true,
    translateTime: 'HH:MM:ss.l',
  });
  // Each restart adds listeners before those of the previous server are removed.
  return log.setMaxListeners(0);
}

/** Stops when the process that has started this one ends: npm cannot pass on that it is killed. */
function stopWithParent() {
  const parent = process.ppid;
  const stopIfAlone = () => {
    if (process.ppid !== parent) stop.abort();
  };
  setInterval(stopIfAlone, PARENT_CHECK_MS).unref();
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** @returns its exit code */
function closed(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}

function start(
  args: readonly string[],
  stdout: 'inherit' | 'pipe' = 'inherit',
  ...channel: 'ipc'[]
): ChildProcess {
  const child = spawn(process.execPath, args, {
    // In a process group of its own, so that Ctrl-C reaches the child only through this process.
    detached: true,
    signal: stop.signal,
    stdio: ['ignore', stdout, 'inherit', ...channel],
  });
  // Aborting the signal causes an error event.
  child.on('error', () => undefined);
  return child;
}
