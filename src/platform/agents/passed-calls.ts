// What is known about the request of a call before it arrives: it was counted with its message, and
// its arguments may be wrong. It is admitted, logged and measured like any other request all the
// same.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors/index.ts';

export interface PassedCall {
  /** The response to its message, which shows what was left when that was counted. */
  readonly counted: FastifyReply;
  /** The error of arguments that would be lost in a request: as text, `"5"` would be an integer. */
  readonly wrongArguments?: ApiError | undefined;
}

/** Counts a request, and shows what is left. @throws 429 over a limit of its caller */
export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const calls = new WeakMap<IncomingMessage, PassedCall>();

/** Says what is known about a request that has not arrived yet. */
export function passOn(request: IncomingMessage, call: PassedCall): void {
  calls.set(request, call);
}

/** @returns a limiter that counts no call a second time, and shows the same headers */
export function countOnce(limiter: Limiter, headers: readonly string[]): Limiter {
  return (request, reply) => {
    const call = calls.get(request.raw);
    if (!call) return limiter(request, reply);
    request.isCounted = true;
    for (const name of headers) reply.header(name, String(call.counted.getHeader(name)));
    return Promise.resolve();
  };
}

/** A hook that rejects a call for its arguments, where a wrong parameter would be rejected. */
export function rejectWrongArguments(
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  next: (error?: Error) => void,
): void {
  next(calls.get(raw)?.wrongArguments);
}
