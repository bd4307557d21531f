import { readFileSync } from 'node:fs';

/** Linux counts CPU time for others in hundredths of a second. */
const TICK_MICROSECONDS = 10_000;

/**
 * The CPU time that a process and its children have used, also those that have ended, in microseconds.
 *
 * @returns undefined where the system does not tell
 */
export function cpuMicrosecondsOf(pid: number): number | undefined {
  try {
    return TICK_MICROSECONDS * sumOf([pid, ...childrenOf(pid)].map(ticksOf));
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

function ticksOf(pid: number): number {
  // What follows the name of the command, which may have spaces: utime, stime, cutime and cstime.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
  return sumOf(fields.slice(11, 15).map(Number));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
