// The log: what its lines look like, and how they are written. Fields have the names of
// OpenTelemetry; our own begin with the name of the service.
// https://opentelemetry.io/docs/specs/semconv/registry/attributes/
// https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/

import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { stdSerializers } from 'pino';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1];

/** Takes the log, one line of JSON for each call. */
export interface LogStream {
  write(line: string): void;
  /** How many lines were dropped since the start, because nobody read them. */
  droppedLines?(): number;
}

export type LogFields = ReturnType<typeof logFieldsOf>;

/** The names of our own fields. @param prefix the name of the service */
export function logFieldsOf(prefix: string) {
  return {
    requestId: `${prefix}.request.id`,
    operationId: `${prefix}.operation.id`,
    customerId: `${prefix}.customer.id`,
    apiKeyId: `${prefix}.api_key.id`,
    bannedUntil: `${prefix}.api_key.banned_until`,
    redisNode: `${prefix}.redis.node`,
    count: `${prefix}.count`,
  };
}

/** How much of the log is kept for a slow reader. */
const MAX_UNREAD_CHARACTERS = 1_000_000;

/** The options of pino. */
export const LOGGER_OPTIONS = {
  base: { 'process.pid': process.pid, 'host.name': hostname() },
  messageKey: 'body',
  timestamp,
  formatters: { level: severity, log: describeError },
  // Where the API key would be in a line that logs a request.
  redact: ['', 'req.', 'request.'].flatMap((path) => [
    `${path}headers.authorization`,
    `${path}headers.Authorization`,
  ]),
};

/** The fields for the level of a line. OpenTelemetry has four numbers for each ten of pino's. */
function severity(label: string, level: number) {
  return { severity_text: label.toUpperCase(), severity_number: level * 0.4 - 3 };
}

/** The last time that was written. Most lines are of the same millisecond as the one before. */
let latest = { ms: Number.NaN, text: '' };

function timestamp(): string {
  const ms = Date.now();
  if (ms !== latest.ms) latest = { ms, text: `,"timestamp":"${new Date(ms).toISOString()}"` };
  return latest.text;
}

/** Replaces an error by its type, message, stack and code. Its other properties may be secrets. */
function describeError(line: { readonly err?: unknown }): Record<string, unknown> {
  if (line.err === undefined) return line as Record<string, unknown>;
  const { err, ...fields } = line;
  return { ...fields, ...describeException(err) };
}

function describeException(thrown: unknown) {
  if (!(thrown instanceof Error)) {
    return { 'exception.type': typeof thrown, 'exception.message': String(thrown) };
  }
  // With its causes.
  const { type, message, stack } = stdSerializers.err(thrown);
  const { code } = thrown as NodeJS.ErrnoException;
  return {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stack,
    ...(typeof code === 'string' && { 'error.type': code }),
  };
}

/**
 * The trace of a caller who has sent one. Only versions after 00 may have more parts. A value with
 * a comma is ignored: Node joins repeated headers with commas.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
const TRACEPARENT = new RegExp(
  [
    '^(?!ff|00.{54})[\\da-f]{2}',
    '(?!0{32})(?<trace_id>[\\da-f]{32})',
    '(?!0{16})(?<parent_span_id>[\\da-f]{16})',
    '(?<trace_flags>[\\da-f]{2})(?:-[^,]*)?$',
  ].join('-'),
);

/** The trace of the caller. */
export function callerTrace({ headers: { traceparent } }: IncomingMessage) {
  return TRACEPARENT.exec(String(traceparent))?.groups;
}

/** Makes the log of a request: Fastify's option `childLoggerFactory`. */
export function createRequestLog(
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: ChildOptions,
  request: IncomingMessage,
) {
  return parent.child({ ...bindings, ...callerTrace(request) }, options);
}

/**
 * An integer as pino writes it fast: as a number if that is exact. A bigint becomes the same JSON,
 * but only after an error that pino catches.
 */
export function exactNumber(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** An IPv4 address as usually written: a listener for both versions sees `::ffff:192.0.2.1`. */
export function bareAddress(address: string): string {
  return address.replace(/^::ffff:/, '');
}

/**
 * Writes the lines of a tick together, since a system call for each is a tenth of a 401 or 429
 * where the log goes into a pipe. While nobody reads them, lines are dropped and counted: when the
 * process exits, pino's own destination would wait for the reader for good.
 */
export function boundedLog(output: Writable): LogStream {
  let lines = '';
  let dropped = 0;
  let reported = 0;
  process.on('exit', flush);
  // The service keeps running when nothing reads its log any more.
  output.on('error', () => undefined);

  function flush() {
    output.write(lines);
    lines = '';
  }

  function reportDropped() {
    const body = `nobody has read the log: ${dropped - reported} lines dropped`;
    const line = { ...severity('warn', 40), timestamp: new Date().toISOString(), body };
    reported = dropped;
    lines += `${JSON.stringify(line)}\n`;
  }

  return {
    write(line) {
      if (output.writableLength + lines.length >= MAX_UNREAD_CHARACTERS) {
        dropped += 1;
        return;
      }
      if (lines === '') setImmediate(flush);
      if (dropped > reported) reportDropped();
      lines += line;
    },
    droppedLines: () => dropped,
  };
}
