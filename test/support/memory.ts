// How much memory the process of a test uses.

import { setImmediate as tick } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from './until.ts';

/** Collects garbage, which takes some ticks. @returns the heap in use */
export async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  for (let i = 0; i < 3; i += 1) {
    collectGarbage();
    await tick();
  }
  return process.memoryUsage().heapUsed;
}

/** Waits until less than so much of the heap is in use: garbage goes sooner or later. */
export async function untilHeapBelow(bytes: number, what: string): Promise<void> {
  await until(async () => (await heapBytes()) < bytes, what);
}
