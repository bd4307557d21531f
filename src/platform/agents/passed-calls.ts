// What differs for the request of a call: it was counted with its message, and its arguments may be
// wrong. It is admitted, logged and measured like any other request all the same.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { passedCallOf } from './internal-request.ts';

/** Counts a request, and shows what is left. @throws 429 over a limit of its caller */
export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** @returns a limiter that counts no call a second time, and shows the same headers */
export function countOnce(limiter: Limiter, headers: readonly string[]): Limiter {
  return (request, reply) => {
    const call = passedCallOf(request.raw);
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
  next(passedCallOf(raw)?.wrongArguments);
}
