import { randomBytes } from 'node:crypto';

/** Where a request belongs in a trace. Ids and flags are lower-case hexadecimal digits. */
export interface TraceContext {
  readonly traceId: string;
  /** What this service does for the request. */
  readonly spanId: string;
  /** What its caller does; absent where the trace begins here. */
  readonly parentSpanId?: string;
  readonly flags: string;
}

/** Without a comma: Node joins several headers with one, and none of them holds. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-[^,]*)?$/;
const INVALID_VERSION = 'ff';
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);
/** Those with a meaning: sampled, and that the trace id is random. */
const KNOWN_FLAGS = 0b11;
const NO_FLAGS = '00';

/**
 * Continues the trace of a caller, or begins one where the caller has sent no valid `traceparent`.
 *
 * @param traceparent as Node gives the header field
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function continueTrace(traceparent: unknown): TraceContext {
  const continued = typeof traceparent === 'string' ? read(traceparent) : undefined;
  return continued ?? { traceId: randomHex(32), spanId: randomHex(16), flags: NO_FLAGS };
}

function read(traceparent: string): TraceContext | undefined {
  const [, version, traceId, parentSpanId, flags = '', rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || traceId === NO_TRACE) return undefined;
  if (parentSpanId === undefined || parentSpanId === NO_SPAN) return undefined;
  // Later versions may append something to what version 00 ends with.
  if (version === INVALID_VERSION || (version === '00' && rest !== undefined)) return undefined;
  const knownFlags = Number.parseInt(flags, 16) & KNOWN_FLAGS;
  return { traceId, spanId: randomHex(16), parentSpanId, flags: `0${knownFlags}` };
}

/** Random bytes cost less when many are made at once. */
const POOL_BYTES = 4_096;
let pool = '';
let used = 0;

function randomHex(digits: number): string {
  if (used + digits > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex');
    used = 0;
  }
  used += digits;
  return pool.slice(used - digits, used);
}
