// Runs one test file in a group of processes, which all end with it.

import { spawn } from 'node:child_process';
import { TIMEOUT_MS } from '../testing/current-test.ts';
import { GROUP, PRELOADED } from '../testing/run-tests.ts';

export interface Outcome {
  readonly hasPassed: boolean;
  readonly durationMs: number;
}

/** @param limitMs after how many milliseconds it counts as failed, since it hangs */
export async function runTest(
  test: string,
  environment: NodeJS.ProcessEnv,
  limitMs = TIMEOUT_MS,
): Promise<Outcome> {
  const start = performance.now();
  const child = spawn(process.execPath, [PRELOADED, GROUP, test], {
    env: { ...process.env, TAP_TIMEOUT: String(TIMEOUT_MS / 1_000), TAP_BAIL: '1', ...environment },
    stdio: 'ignore',
    // What it has started is stopped with it, also where it hangs.
    detached: true,
  });
  const stop = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All have ended.
    }
  };
  const timer = setTimeout(stop, limitMs);
  process.once('exit', stop);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  process.off('exit', stop);
  stop();
  return { hasPassed: code === 0, durationMs: performance.now() - start };
}
