import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, RequestPayload } from 'fastify';
import fp from 'fastify-plugin';
import { announcesBody } from '../contract/index.ts';

/*
 * Sends 100 Continue to a client that waits for it (`Expect: 100-continue`) only when the body is read,
 * so that the client of a request that is rejected for its header never sends its body.
 *
 * RFC 9110 section 10.1.1
 */

/** A list of expectations, of which the others mean nothing here. */
const CONTINUE = /(?:^|,)\s*100-continue\s*(?:,|$)/i;

async function expectContinue(app: FastifyInstance) {
  // Without a listener Node would send 100 Continue before any hook has run.
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    app.server.on(event, (request, response) => app.server.emit('request', request, response));
  }
  // preParsing, where the body can be replaced by one that is asked for.
  app.addHook('preParsing', ({ headers, raw }, reply, payload, next) => {
    const { expect } = headers;
    const isWaiting = expect !== undefined && CONTINUE.test(expect) && announcesBody(headers);
    // A client of HTTP/1.0 does not know the status.
    if (!isWaiting || raw.httpVersion === '1.0') return next();
    next(null, Readable.from(askedFor(payload, reply.raw), { objectMode: false }));
  });
}

/** The body, which is asked for when the first part of it is read. */
async function* askedFor(payload: RequestPayload, response: ServerResponse) {
  response.writeContinue();
  yield* payload;
}

export default fp(expectContinue, { name: 'expect-continue' });
