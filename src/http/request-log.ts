import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyLogFn, FastifyRequest } from 'fastify';
import { named } from './log-fields.ts';
import { continueTrace, type TraceContext } from './trace-context.ts';

type LogArguments = Parameters<FastifyLogFn>;
type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type ChildLoggerOptions = Parameters<FastifyBaseLogger['child']>[1];

/**
 * The log of a request, whose id and trace are in each line. Few requests log anything but their line of
 * the access log: pino's logger, which costs as much as that, is made when it is needed.
 */
class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: ChildLoggerOptions;
  readonly #request: IncomingMessage;
  #trace: TraceContext | undefined;
  #logger: FastifyBaseLogger | undefined;

  constructor(
    parent: FastifyBaseLogger,
    bindings: Bindings,
    options: ChildLoggerOptions,
    request: IncomingMessage,
  ) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
    this.#request = request;
  }

  get traceContext(): TraceContext {
    this.#trace ??= continueTrace(this.#request.headers.traceparent);
    return this.#trace;
  }

  get #made(): FastifyBaseLogger {
    if (!this.#logger) {
      const { traceId, spanId, flags: traceFlags } = this.traceContext;
      const bindings = named({ traceId, spanId, traceFlags, ...this.#bindings });
      this.#logger = this.#parent.child(bindings, this.#options);
    }
    return this.#logger;
  }

  get level() {
    return this.#made.level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions) {
    return this.#made.child(named(bindings), options);
  }

  fatal(...line: LogArguments) {
    this.#made.fatal(...line);
  }

  error(...line: LogArguments) {
    this.#made.error(...line);
  }

  warn(...line: LogArguments) {
    this.#made.warn(...line);
  }

  info(...line: LogArguments) {
    this.#made.info(...line);
  }

  debug(...line: LogArguments) {
    this.#made.debug(...line);
  }

  trace(...line: LogArguments) {
    this.#made.trace(...line);
  }

  silent(...line: LogArguments) {
    this.#made.silent(...line);
  }
}

/** Makes the logs of requests, as Fastify asks for them. */
export function createRequestLog(
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: ChildLoggerOptions,
  request: IncomingMessage,
) {
  return new RequestLog(parent, bindings, options, request);
}

/** Where a request belongs in the trace of its caller, or in one that begins with it. */
export function traceOf({ log }: FastifyRequest): TraceContext {
  // All are made above, and Fastify knows them as any logger.
  return (log as RequestLog).traceContext;
}
