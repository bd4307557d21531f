// A request that another one makes within the process. It and its response are Node's own, on the
// connection of the other, of which they read and write nothing: those of light-my-request, which
// is made for tests, cost as much as the operation (`call` in `npm run bench`).

import {
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiError } from '../errors/index.ts';

/** What is known about the request of a call before it arrives. */
interface PassedCall {
  /** The response to its message, which shows what was left when that was counted. */
  readonly counted: FastifyReply;
  /** The error of arguments that would be lost in a request: as text, `"5"` would be an integer. */
  readonly wrongArguments: ApiError | undefined;
}

export interface InternalRequest {
  readonly method: string;
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly call: PassedCall;
}

export interface InternalResponse {
  readonly statusCode: number;
  /** By name in lower case. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/**
 * Has a request processed like any that a client sends.
 *
 * @param outer the request that makes it, with whose connection and version of HTTP it arrives
 */
export function sendInternally(
  app: FastifyInstance,
  outer: IncomingMessage,
  request: InternalRequest,
): Promise<InternalResponse> {
  return new Promise((resolve) => {
    const message = new InternalMessage(outer, request);
    // Not by Fastify's own inject, which rejects whatever is sent once the instance closes.
    app.routing(message, new KeptResponse(message, resolve));
  });
}

/**
 * A message that has arrived as a whole: nothing more is read from the connection for it. Whoever
 * destroyed it before its body is read would close the connection.
 */
class InternalMessage extends IncomingMessage {
  readonly call: PassedCall;

  constructor(outer: IncomingMessage, { method, url, headers, body, call }: InternalRequest) {
    super(outer.socket);
    this.call = call;
    this.method = method;
    this.url = url;
    this.httpVersion = outer.httpVersion;
    this.httpVersionMajor = outer.httpVersionMajor;
    this.httpVersionMinor = outer.httpVersionMinor;
    this.headers = headers;
    this.complete = true;
    if (body === undefined) return;
    const bytes = Buffer.from(body);
    this.headers = { ...headers, 'content-length': String(bytes.length) };
    this.push(bytes);
    this.push(null);
  }
}

/** What was known about the request of a call; undefined of any other request. */
export function passedCallOf(message: IncomingMessage): PassedCall | undefined {
  return message instanceof InternalMessage ? message.call : undefined;
}

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A response that is kept instead of being sent. */
class KeptResponse extends ServerResponse {
  /** Whether its client gets any of it, as Node says of a response that is sent. */
  override headersSent = false;
  readonly #onEnd: (response: InternalResponse) => void;
  #headers: OutgoingHttpHeaders = {};
  #isClosed = false;

  constructor(request: InternalMessage, onEnd: (response: InternalResponse) => void) {
    super(request);
    this.#onEnd = onEnd;
    // A client that hangs up ends its call, however long the operation still takes.
    request.call.counted.raw.on('close', () => this.#close());
  }

  override writeHead(statusCode: number, headers?: string | GivenHeaders): this {
    // Fastify gives an object.
    this.#headers = headers as OutgoingHttpHeaders;
    return super.writeHead(statusCode, this.#headers);
  }

  override end(body?: unknown): this {
    super.end();
    this.headersSent = !this.req.socket.destroyed;
    if (this.headersSent) this.emit('finish');
    // As for a response that is sent: the callers of this function are done first.
    process.nextTick(() => {
      this.#close();
      const { statusCode } = this;
      this.#onEnd({ statusCode, headers: this.#headers, body: String(body ?? '') });
    });
    return this;
  }

  #close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.emit('close');
  }
}
