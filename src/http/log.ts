import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import {
  BODY,
  EXCEPTION_STACKTRACE,
  HOST_NAME,
  named,
  PROCESS_ID,
  SEVERITY_NUMBER,
  SEVERITY_TEXT,
  severity,
  TIMESTAMP,
} from './log-fields.ts';

/** Takes the log, one line of JSON for each call. */
export interface LogStream {
  write(line: string): void;
}

/** Where the Authorization header would be in a line that logs a request. */
const SECRETS = ['', 'req.', 'request.'].flatMap((path) => [
  `${path}headers.authorization`,
  `${path}headers.Authorization`,
]);

/** What every line has, whoever logs it. */
const PROCESS = { [PROCESS_ID]: process.pid, [HOST_NAME]: hostname() };

/** The options of pino for lines with the names of `log-fields.ts`. */
export const LOGGER_OPTIONS = {
  base: PROCESS,
  messageKey: BODY,
  timestamp,
  formatters: { level: severity, log: named },
  redact: SECRETS,
};

let second = 0;
let secondText = '';

/** The time as part of a line. Only its milliseconds are made each time, which takes a tenth of the time. */
function timestamp(nowMs = Date.now()): string {
  const milliseconds = nowMs % 1_000;
  if (nowMs - milliseconds !== second) {
    second = nowMs - milliseconds;
    secondText = new Date(second).toISOString().slice(0, -'000Z'.length);
  }
  return `,"${TIMESTAMP}":"${secondText}${String(milliseconds).padStart(3, '0')}Z"`;
}

/** What the lines of a level begin with. They are completed by fields, each after a comma, and `}`. */
export function lineStart(level: string): () => string {
  const before = JSON.stringify(severity(level)).slice(0, -1);
  const after = JSON.stringify(PROCESS).slice(1, -1);
  let madeAtMs = 0;
  let start = '';
  return () => {
    const nowMs = Date.now();
    // Under load many lines begin within a millisecond.
    if (nowMs !== madeAtMs) start = `${before}${timestamp(nowMs)},${after}`;
    madeAtMs = nowMs;
    return start;
  };
}

const warningStart = lineStart('warn');

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
  return `${warningStart()},"${BODY}":"nobody has read the log: ${count} lines dropped"}\n`;
}

/** What a developer does not need, or is shown below the message. */
const IGNORED = [SEVERITY_NUMBER, PROCESS_ID, HOST_NAME, EXCEPTION_STACKTRACE];

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
    messageKey: BODY,
    levelKey: SEVERITY_TEXT,
    timestampKey: TIMESTAMP,
    ignore: IGNORED.map((name) => name.replaceAll('.', '\\.')).join(),
    messageFormat: (line, key) =>
      [line[key], line[EXCEPTION_STACKTRACE]].filter(Boolean).join('\n'),
    singleLine: true,
    translateTime: 'HH:MM:ss.l',
  });
}
