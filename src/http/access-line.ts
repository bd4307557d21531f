import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { lineStart } from './log.ts';
import { BODY, FIELDS, type Field } from './log-fields.ts';
import { traceOf } from './request-log.ts';
import { continueTrace, type TraceContext } from './trace-context.ts';

/*
 * The text of a line of the access log. It is put together here, past pino, which takes three times as
 * long. Of its values only routes could contain what JSON escapes.
 */

/** What became of a request. */
export interface Outcome {
  readonly message: string;
  /** Absent if the response was not begun. */
  readonly status: number | undefined;
  readonly bodyBytes?: number | undefined;
  /** With its head, where the size of the body is not known. */
  readonly responseBytes?: number | undefined;
  readonly durationMs: number | undefined;
  readonly errorType: string | undefined;
}

/** What Fastify has not seen. */
export interface UnreadRequest {
  readonly requestId: string;
  readonly address: string;
  /** Absent if its head could not be read. */
  readonly request: IncomingMessage | undefined;
}

/** What comes before the value of each field. */
const KEYS = Object.fromEntries(
  Object.entries(FIELDS).map(([field, name]) => [field, `,"${name}":`]),
) as Record<Field, string>;

const start = lineStart('info');

/** The line of a request. */
export function accessLine(request: FastifyRequest, routeFields: string, outcome: Outcome): string {
  const { raw, caller } = request;
  // Outside the API no caller is identified.
  const customer = caller?.customer;
  return (
    lineOf(traceOf(request), request.id, addressOf(request)) +
    describeHead(raw) +
    routeFields +
    (customer === undefined
      ? ''
      : `${KEYS.customerId}${customer.customerId}${KEYS.apiKeyId}${customer.apiKeyId}`) +
    endOf(outcome)
  );
}

/** The line of what was not read to its end. */
export function unreadLine(unread: UnreadRequest, outcome: Outcome): string {
  const { requestId, address, request } = unread;
  const trace = continueTrace(request?.headers.traceparent);
  return (
    lineOf(trace, requestId, address) + (request ? describeHead(request) : '') + endOf(outcome)
  );
}

/** What the lines of all requests of a route say of it. */
export function describeRoute(template: string, operationId?: string): string {
  const route = KEYS.route + JSON.stringify(template);
  return operationId === undefined ? route : `${route}${KEYS.operationId}"${operationId}"`;
}

function describeHead({ httpVersion, method }: IncomingMessage): string {
  return `${KEYS.protocolVersion}"${httpVersion}"${KEYS.method}"${method}"`;
}

function lineOf(
  { traceId, spanId, flags, parentSpanId }: TraceContext,
  id: string,
  address: string,
): string {
  return (
    `${start()}${KEYS.traceId}"${traceId}"${KEYS.spanId}"${spanId}"${KEYS.traceFlags}"${flags}"` +
    (parentSpanId === undefined ? '' : `${KEYS.parentSpanId}"${parentSpanId}"`) +
    `${KEYS.requestId}"${id}"${KEYS.clientAddress}"${bare(address)}"`
  );
}

function endOf({ message, status, bodyBytes, responseBytes, durationMs, errorType }: Outcome) {
  return (
    (status === undefined ? '' : KEYS.status + status) +
    (bodyBytes === undefined ? '' : KEYS.bodyBytes + bodyBytes) +
    (responseBytes === undefined ? '' : KEYS.responseBytes + responseBytes) +
    (durationMs === undefined ? '' : KEYS.durationSeconds + Math.round(durationMs * 1_000) / 1e6) +
    (errorType === undefined ? '' : `${KEYS.errorType}"${errorType}"`) +
    `,"${BODY}":"${message}"}\n`
  );
}

/** The address of the client, or of the proxy that does not give one. */
function addressOf({ ip, raw }: FastifyRequest): string {
  const { remoteAddress } = raw.socket;
  return ip === remoteAddress || !isIP(ip) ? String(remoteAddress) : ip;
}

/** An IPv4 address as it is written anywhere else: a listener for both versions sees it as `::ffff:192.0.2.1`. */
function bare(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
