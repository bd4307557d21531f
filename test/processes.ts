import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Test } from 'tap';

/** The service as a process of its own. */
export interface ServerProcess {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Everything that it has written to stdout so far. */
  output(): string;
  /** Sends a signal and waits for the end. Returns the exit code, null where the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the service on a free port and waits until it listens. It is killed when the test ends. */
export async function startServer(
  t: Test,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server.ts'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...environment },
  });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /listening at (http:[^"]+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${errors}`)));
  });

  async function end(signal: NodeJS.Signals) {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  }

  return { origin, child, output: () => output, end };
}
