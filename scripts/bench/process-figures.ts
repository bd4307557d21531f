import { readFileSync } from 'node:fs';

/** Linux counts CPU time for other processes in hundredths of a second. */
const TICK_MICROSECONDS = 10_000;

/** User and system time that all threads of a process have used, in microseconds. Only on Linux. */
export function cpuMicroseconds(pid: number): number {
  // What follows the command's name, which may contain spaces. The 12th and 13th are utime and stime.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
}

/** The most memory that a process had resident, in megabytes. Only on Linux. */
export function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}
