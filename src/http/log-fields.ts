/*
 * The names of what is logged: those of OpenTelemetry where it has one, and `animal_store.` before ours.
 * The code logs short names, which are translated here and nowhere else.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/
 * @see https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */

/** What every line has. */
export const TIMESTAMP = 'timestamp';
export const SEVERITY_TEXT = 'severity_text';
export const SEVERITY_NUMBER = 'severity_number';
export const BODY = 'body';
export const PROCESS_ID = 'process.pid';
export const HOST_NAME = 'host.name';

/** Errors are logged as `err`. */
export const EXCEPTION_TYPE = 'exception.type';
export const EXCEPTION_MESSAGE = 'exception.message';
export const EXCEPTION_STACKTRACE = 'exception.stacktrace';

/** The other fields, by the names that the code uses. */
export const FIELDS = {
  traceId: 'trace_id',
  spanId: 'span_id',
  traceFlags: 'trace_flags',
  parentSpanId: 'parent_span_id',
  requestId: 'animal_store.request.id',
  clientAddress: 'client.address',
  protocolVersion: 'network.protocol.version',
  method: 'http.request.method',
  route: 'http.route',
  operationId: 'animal_store.operation.id',
  customerId: 'animal_store.customer.id',
  apiKeyId: 'animal_store.api_key.id',
  status: 'http.response.status_code',
  bodyBytes: 'http.response.body.size',
  responseBytes: 'http.response.size',
  durationSeconds: 'http.server.request.duration',
  errorType: 'error.type',
  reason: 'error.message',
  node: 'animal_store.redis.node',
  count: 'animal_store.count',
  bannedUntil: 'animal_store.api_key.banned_until',
} as const;

export type Field = keyof typeof FIELDS;

/** OpenTelemetry's numbers, by the names of the levels. */
const SEVERITY_NUMBERS: Readonly<Record<string, number>> = {
  trace: 1,
  debug: 5,
  info: 9,
  warn: 13,
  error: 17,
  fatal: 21,
};

/** The fields for the level of a line. */
export function severity(level: string) {
  return { [SEVERITY_TEXT]: level.toUpperCase(), [SEVERITY_NUMBER]: SEVERITY_NUMBERS[level] };
}

/** Translates the names of what is logged. What else has been added to an error may be a secret, and is left out. */
export function named({ err, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [nameOf(name), value]);
  return { ...Object.fromEntries(entries), ...(err === undefined ? {} : describeException(err)) };
}

function nameOf(name: string): string {
  return FIELDS[name as Field] ?? name;
}

function describeException(thrown: unknown) {
  if (!(thrown instanceof Error)) {
    return { [EXCEPTION_TYPE]: typeof thrown, [EXCEPTION_MESSAGE]: String(thrown) };
  }
  const chain = causesOf(thrown);
  const { code } = thrown as NodeJS.ErrnoException;
  return {
    [EXCEPTION_TYPE]: thrown.name,
    [EXCEPTION_MESSAGE]: chain.map(({ message }) => message).join(': '),
    [EXCEPTION_STACKTRACE]: chain.map(({ stack }) => stack).join('\ncaused by: '),
    ...(typeof code === 'string' && { [FIELDS.errorType]: code }),
  };
}

/** An error and its causes, each once. */
function causesOf(error: Error): Error[] {
  const chain = new Set<Error>();
  let next: unknown = error;
  while (next instanceof Error && !chain.has(next)) {
    chain.add(next);
    next = next.cause;
  }
  return [...chain];
}
