// Time for a client that passes only when a test says so. A client has it, and its random numbers,
// by one line above its module: seconds of waiting take no time, and nothing depends on the machine.

import { setImmediate as nextTick } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

let nowMs = 0;
let randomNumber = 0;
/** In their order. */
let timers: Timer[] = [];

/** The module of a client, in this time. */
export function inVirtualTime(module: string): string {
  const names = [
    'VirtualDate as Date',
    'VirtualMath as Math',
    'setVirtualTimeout as setTimeout',
    'clearVirtualTimeout as clearTimeout',
    'noAbortSignal as AbortSignal',
  ];
  return `import { ${names.join()} } from '${fileURLToPath(import.meta.url)}';\n${module}`;
}

/** Begins anew. @param random what each random number is */
export function beginVirtualTime(atMs: number, random: number) {
  nowMs = atMs;
  randomNumber = random;
  timers = [];
}

/** What a platform has that has none. With `AbortSignal.timeout` it would have a time of its own. */
export const noAbortSignal = undefined;

export const virtualNow = () => nowMs;

export class VirtualDate extends Date {
  static override now(): number {
    return nowMs;
  }
}

export const VirtualMath: Math = Object.create(Math, { random: { value: () => randomNumber } });

export function setVirtualTimeout(run: () => void, ms: number): Timer {
  const timer = { atMs: nowMs + Math.max(0, ms), run };
  const later = timers.findIndex(({ atMs }) => atMs > timer.atMs);
  timers.splice(later < 0 ? timers.length : later, 0, timer);
  return timer;
}

export function clearVirtualTimeout(timer: Timer | undefined) {
  timers = timers.filter((one) => one !== timer);
}

/** Lets time pass, and all happen that is due until then. */
export async function passUntil(atMs: number) {
  await nextTick();
  for (let [first] = timers; first && first.atMs <= atMs; [first] = timers) {
    timers.shift();
    nowMs = first.atMs;
    first.run();
    await nextTick();
  }
  nowMs = Math.max(nowMs, atMs);
}

/** Lets all happen that is due at any time. @returns whether there was an end to it */
export async function passUntilNothingIsDue(maxMs: number): Promise<boolean> {
  await nextTick();
  const endMs = nowMs + maxMs;
  for (let [first] = timers; first; [first] = timers) {
    if (first.atMs > endMs) return false;
    await passUntil(first.atMs);
  }
  return true;
}
