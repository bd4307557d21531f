import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation, Response } from './operations.ts';
import { type Fail, type ResponseBody, responseBody } from './response-bodies.ts';
import { type HeaderValues, type ResponseHeaders, responseHeaders } from './response-headers.ts';
import { openFlow } from './response-streams.ts';
import { asText } from './send-text.ts';

/*
 * Makes what a handler returns the response that the contract describes, or fails with what is wrong
 * with it.
 */

/** What a handler sets headers with. */
export interface HandlerReply {
  /** Those that are set, by name in lower case. */
  readonly headers: HeaderValues;
  header(name: string, value: unknown): void;
}

export interface ResponseWriter {
  /** The reply for the handler of one request. */
  createReply(): HandlerReply;
  /**
   * Sets the status and the headers. Returns what is to be sent, or a promise of it.
   *
   * @param result what the handler has returned
   * @throws InvalidResponse
   */
  write(request: FastifyRequest, reply: FastifyReply, set: HandlerReply, result: unknown): unknown;
}

interface Success {
  readonly status: number;
  readonly body: ResponseBody;
  readonly headers: ResponseHeaders;
}

/** A fault of a handler. */
export class InvalidResponse extends Error {}

/** @throws when a response could not be written as the contract says */
export function responseWriter(
  operation: Operation,
  schemas: Readonly<Record<string, object>>,
): ResponseWriter {
  const fail: Fail = (violation) => {
    const { operationId } = operation;
    throw new InvalidResponse(
      `${operationId} returned what the contract does not allow: ${violation}`,
    );
  };
  const successes = compileSuccesses(operation, schemas, fail);
  const resultOf = resultReader(successes, fail);
  const names = new Set(successes.flatMap(({ headers }) => headers.names));

  function createReply(): HandlerReply {
    const headers = new Map<string, unknown>();
    return {
      headers,
      header(name, value) {
        const key = name.toLowerCase();
        if (!names.has(key)) fail(`The header ${name} is not declared.`);
        headers.set(key, value);
      },
    };
  }

  function write(request: FastifyRequest, reply: FastifyReply, set: HandlerReply, result: unknown) {
    const { success, body } = resultOf(result);
    const written = success.body.write(body);
    const violation = success.headers.check(set.headers, reply);
    if (violation !== undefined) fail(violation);
    if (typeof written === 'object' && 'source' in written) {
      return openFlow(written.source, written.encode).then((flow): unknown => {
        begin(reply, success, set);
        return request.method === 'HEAD' ? flow.close() : flow.start(request.log);
      });
    }
    begin(reply, success, set);
    return written;
  }

  return { createReply, write };
}

function begin(reply: FastifyReply, { status, headers, body }: Success, set: HandlerReply) {
  reply.code(status);
  headers.set(set.headers, reply);
  if (body.contentType !== undefined) asText(reply, body.contentType);
}

/** Statuses whose responses have no body. @see RFC 9110 section 6.4.1 */
const BODILESS = new Set([204, 304]);

function compileSuccesses(
  { responses, successStatuses }: Operation,
  schemas: Readonly<Record<string, object>>,
  fail: Fail,
): Success[] {
  return successStatuses.map((status) => {
    // The statuses are those of the responses.
    const response = responses[status] as Response;
    if (BODILESS.has(status) && response.content) {
      throw new Error(`The response ${status} cannot have a body.`);
    }
    const body = responseBody(response, schemas, fail);
    return { status, body, headers: responseHeaders(response, schemas) };
  });
}

/** Finds the response that a handler's result stands for: the only one, or that of its status. */
function resultReader(successes: readonly Success[], fail: Fail) {
  const [only, ...others] = successes;
  if (!only) throw new Error('There is no response of a success.');
  if (others.length === 0) return (body: unknown) => ({ success: only, body });
  const statuses = successes.map(({ status }) => status).join(', ');
  return (result: unknown) => {
    const { status, body } = Object(result);
    const success = successes.find((candidate) => candidate.status === status);
    return success ? { success, body } : fail(`The status must be one of ${statuses}.`);
  };
}
