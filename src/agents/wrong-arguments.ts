// The errors of arguments that would be lost in a request: as text, `"5"` would pass for an
// integer. Their call becomes a request nevertheless, so that it is admitted, counted, logged and
// measured like any other, and is rejected where a wrong parameter would be.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors/index.ts';

const wrongArguments = new WeakMap<IncomingMessage, ApiError>();

/** Makes the service reject a request for the arguments of its call. */
export function rejectLater(request: IncomingMessage, error: ApiError): void {
  wrongArguments.set(request, error);
}

/** A hook that rejects the requests of such calls. */
export function rejectWrongArguments(
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  next: (error?: Error) => void,
): void {
  next(wrongArguments.get(raw));
}
