/** What takes the log, a line of JSON for each call. */
export interface LogStream {
  write(line: string): void;
}

/** Where a request's headers could come into a line, should anybody ever log one. */
const SECRETS = ['', 'req.', 'request.', 'err.', 'err.request.', 'err.config.'].flatMap((place) => [
  `${place}headers.authorization`,
  `${place}headers.Authorization`,
]);

/** How the service logs: JSON, and never who somebody claims to be. */
export function logOptions(level: string, stream: LogStream | undefined) {
  return { level, redact: SECRETS, ...(stream && { stream }) };
}

/**
 * Writes the lines of one turn of the event loop together: each write is a call of the system, and
 * one for every line is a seventh of what an answer costs. No line waits for longer than the turn, and
 * none is lost when the process exits.
 */
export function turnwiseLog(output: NodeJS.WritableStream): LogStream {
  let lines = '';
  const flush = () => {
    output.write(lines);
    lines = '';
  };
  process.on('exit', flush);
  // Nobody takes the log any more, which is no reason to stop.
  output.on('error', () => undefined);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/**
 * Makes the log readable where a developer watches it: on a terminal, with pino-pretty, which is
 * not installed in production.
 *
 * @returns undefined where the lines are to stay JSON
 */
export async function readableLog(
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
