import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { stdSerializers } from 'pino';

/*
 * What the lines of the log look like. Fields have the names of OpenTelemetry; our own begin with
 * `animal_store.`.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/
 * @see https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1];

export const REQUEST_ID = 'animal_store.request.id';

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
export function severity(label: string, level: number) {
  return { severity_text: label.toUpperCase(), severity_number: level * 0.4 - 3 };
}

let latest = { ms: 0, text: '' };

/** Most lines are of the same millisecond as the one before. */
function timestamp(): string {
  const ms = Date.now();
  if (ms !== latest.ms) latest = { ms, text: `,"timestamp":"${new Date(ms).toISOString()}"` };
  return latest.text;
}

/** Replaces an error by its type, message, stack and code. Its other properties may be secrets. */
function describeError(line: { readonly err?: unknown }): Record<string, unknown> {
  // Not copied without need: each request has a line.
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

/** An IPv4 address as usually written: a listener for both versions sees `::ffff:192.0.2.1`. */
export function bareAddress(address: string): string {
  return address.replace(/^::ffff:/, '');
}
