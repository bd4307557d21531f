import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/* What is measured has a core of its own, where the system can pin a process to a core. */

const MEASURED_CORE = '0';

let isReserved = false;

/** Leaves one core to the servers that this process starts from now on. */
export function reserveCore() {
  try {
    const others = `1-${availableParallelism() - 1}`;
    execFileSync('taskset', ['-a', '-c', '-p', others, String(process.pid)]);
    isReserved = true;
  } catch {
    // They share the cores.
  }
}

/** A command as it is run on that core, if one was left. */
export function onReservedCore(command: readonly string[]): readonly string[] {
  return isReserved ? ['taskset', '-c', MEASURED_CORE, ...command] : command;
}
