// What other processes have used. Only on Linux, whose /proc says it.

import { globSync, readFileSync } from 'node:fs';

/** CPU time that the threads of a process have used that still run, in milliseconds. */
export function cpuMilliseconds(pid: number): number {
  const nanoseconds = globSync(`/proc/${pid}/task/*/schedstat`).map((file) => {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1_000_000;
}

/** The most memory that a process had resident, in megabytes. */
export function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
