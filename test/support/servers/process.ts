// Processes that tests, checks and measurements start: the service, its scripts, and the servers
// that the service needs.

import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly pid: number;
  readonly stdout: Readable;
  /** Rejected if the process cannot be started. */
  readonly ended: Promise<Ended>;
  /**
   * Waits for output that matches, beginning after the last match of an earlier call.
   *
   * @throws if the process ends without such output
   */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal, and waits for the end of the process. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

interface LaunchOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

/** How long a process may take to write the expected output, even on a busy machine. */
const OUTPUT_TIMEOUT_MS = 120_000;
/** How long a process may take to end after a signal before it is killed. */
const END_TIMEOUT_MS = 20_000;
/** How many characters of output are kept: measurements write more than a string can hold. */
const MAX_OUTPUT = 100_000_000;

/** Starts a command, and ends it when this process ends. */
export function launch([file = '', ...args]: readonly string[], options: LaunchOptions): Running {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) endWithThisProcess(child.pid, child);
  const written = { stdout: '', stderr: '', all: '' };
  const searches = new Set<() => void>();
  let seen = 0;
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
      written.all += text;
      if (written.all.length > MAX_OUTPUT) {
        Object.assign(written, { stdout: '', stderr: '', all: '' });
        seen = 0;
      }
      for (const search of searches) search();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, stdout: written.stdout, stderr: written.stderr });
    });
  });
  ended.catch(() => undefined);

  function waitFor(pattern: RegExp) {
    const start = seen;
    return new Promise<RegExpExecArray>((resolve, reject) => {
      const search = () => {
        const match = pattern.exec(written.all.slice(start));
        if (!match) return;
        seen = Math.max(seen, start + match.index + match[0].length);
        searches.delete(search);
        resolve(match);
      };
      searches.add(search);
      search();
      const giveUp = (why: string) =>
        reject(new Error(`${file} ${args.join(' ')} ${why} ${pattern}:\n${written.all}`));
      setTimeout(giveUp, OUTPUT_TIMEOUT_MS, 'has not written').unref();
      ended.then(() => giveUp('ended before'), reject);
    });
  }

  async function end(signal: NodeJS.Signals) {
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
    return ended.finally(() => clearTimeout(timer));
  }

  // A process that has not started has no id, and `ended` reports why.
  return { pid: child.pid ?? 0, stdout: child.stdout, ended, waitFor, end };
}

/** The processes that end with this one, and the shell that sees to it. */
const started = new Set<number>();
let watch: ChildProcessByStdio<Writable, null, null> | undefined;

/**
 * Ends a process even if this one is killed: the input of a shell closes with it. One shell is for
 * all, since a large process such as this takes long to start another. Each line that it reads
 * names those that run now, because another process may later have the id of one that has ended.
 */
function endWithThisProcess(pid: number, child: ChildProcess) {
  watch ??= startWatch();
  const { stdin } = watch;
  const tell = () => stdin.write(`${[...started].join(' ')}\n`);
  started.add(pid);
  tell();
  child.once('exit', () => {
    started.delete(pid);
    tell();
  });
}

const END_ALL = 'kill -QUIT $pids; sleep 1; kill -9 $pids';

function startWatch() {
  const script = `while read -r line; do pids=$line; done; [ -z "$pids" ] || { ${END_ALL}; }`;
  const shell = spawn('sh', ['-c', script], {
    // In a process group of its own, so that no signal to this process's group ends the shell.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // It keeps no process running: it ends with this one.
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell;
}
