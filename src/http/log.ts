import type { Writable } from 'node:stream';

/** Takes the log, one line of JSON for each call. */
export interface LogStream {
  write(line: string): void;
}

/** Where the Authorization header would be in a line that logs a request or the error of a library. */
export const SECRETS = ['', 'req.', 'request.', 'err.', 'err.request.', 'err.config.'].flatMap(
  (path) => [`${path}headers.authorization`, `${path}headers.Authorization`],
);

/** How much of the log is kept for a reader that is slow. */
const MAX_UNREAD_CHARACTERS = 1_000_000;

/**
 * Writes all lines of a tick together: each write is a system call, and one for every line takes a
 * seventh of the cost of a response. No line waits for longer than the tick, and none is lost when
 * the process exits. While nobody reads what was written, lines are dropped, and counted.
 */
export function batchedLog(output: Writable): LogStream {
  let lines = '';
  let droppedCount = 0;
  const flush = () => {
    if (droppedCount > 0 && output.writableLength < MAX_UNREAD_CHARACTERS) {
      output.write(dropped(droppedCount));
      droppedCount = 0;
    }
    output.write(lines);
    lines = '';
  };
  process.on('exit', flush);
  // The service keeps running when nothing reads its log any more.
  output.on('error', () => undefined);
  return {
    write(line) {
      if (output.writableLength >= MAX_UNREAD_CHARACTERS) {
        droppedCount += 1;
        return;
      }
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

function dropped(count: number): string {
  const line = {
    level: 40,
    time: Date.now(),
    msg: `nobody has read the log: ${count} lines dropped`,
  };
  return `${JSON.stringify(line)}\n`;
}

/**
 * Formats the log for a developer at a terminal, with pino-pretty, which is not installed in
 * production.
 *
 * @returns undefined where the log stays JSON
 */
export async function prettyLog(
  isProduction: boolean,
  output: NodeJS.WritableStream & { isTTY?: boolean },
): Promise<LogStream | undefined> {
  if (!output.isTTY || isProduction) return undefined;
  const module = await import('pino-pretty').catch(() => undefined);
  return module?.default({
    destination: output,
    ignore: 'pid,hostname',
    singleLine: true,
    translateTime: 'HH:MM:ss.l',
  });
}
