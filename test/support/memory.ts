import { setImmediate as tick } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The heap in use after garbage collection, which takes some ticks. */
export async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  for (let i = 0; i < 10; i += 1) {
    collectGarbage();
    await tick();
  }
  return process.memoryUsage().heapUsed;
}
