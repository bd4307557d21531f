import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Waits until a server has logged that it is ready.
 *
 * @returns the server
 * @throws with its log if it ends before that, or its error if it cannot be started
 */
export function untilReady(server: ChildProcess, readyMessage: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    let log = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (log.includes(readyMessage)) resolve(server);
      });
    }
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`${server.spawnfile} did not start:\n${log}`)));
  });
}

/** Sends a signal to a server, unless it has ended already, and waits for its end. */
export async function endServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}
