import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Operation } from '../contract/index.ts';
import { bareAddress } from '../log.ts';

/*
 * Logs one line for each request: who has sent it, from where, what for, and what became of it. Nothing of what
 * it contains is logged, and not its path, into which keys are pasted by mistake.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Has a listener called once: when a response was sent to its end, or its connection was closed before. */
    onRequestEnd(listener: EndListener): void;
  }
  interface FastifyRequest {
    /** What it asks for. Kept, since Fastify makes `routeOptions` anew each time that it is read. */
    operation: Operation | undefined;
  }
  interface FastifyReply {
    hasEnded: boolean;
  }
}

/** @param closedBy who has closed the connection of a request that was aborted */
type EndListener = (
  request: FastifyRequest,
  reply: FastifyReply,
  closedBy?: 'client' | 'service',
) => void;

async function accessLog(app: FastifyInstance, { basePath }: { readonly basePath: string }) {
  const listeners: EndListener[] = [];
  const end: EndListener = (request, reply, closedBy) => {
    if (reply.hasEnded) return;
    reply.hasEnded = true;
    for (const listener of listeners) listener(request, reply, closedBy);
  };
  app.decorate('onRequestEnd', (listener) => listeners.push(listener));
  app.decorateReply('hasEnded', false);
  app.decorateRequest('operation', undefined);
  // onRequest, before anything else. Fastify's onRequestAbort misses requests whose body was read.
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request.raw;
    request.operation = request.routeOptions.config.operation;
    reply.raw.once('close', () => {
      end(request, reply, socket.readableEnded || socket.errored ? 'client' : 'service');
    });
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    // Node 22 says that a response is complete also where the client has reset the connection.
    if (!request.socket?.errored) end(request, reply);
    next();
  });
  app.onRequestEnd((request, reply, closedBy) => {
    const line = describe(request, reply, basePath);
    const status = { 'http.response.status_code': reply.statusCode };
    if (closedBy === undefined) {
      const size = { 'http.response.body.size': bodyBytesOf(request, reply) };
      const fields = { ...line, ...status, ...size, 'error.type': reply.error?.code };
      return request.log.info(fields, 'request completed');
    }
    const cause = closedBy === 'client' ? 'client_disconnected' : 'connection_closed';
    const begun = reply.raw.headersSent && status;
    request.log.info({ ...line, ...begun, 'error.type': cause }, 'request aborted');
  });
}

function describe(request: FastifyRequest, reply: FastifyReply, basePath: string) {
  const { ip, raw, routeOptions, caller, operation } = request;
  return {
    // A proxy may claim what is no address.
    'client.address': bareAddress(isIP(ip) ? ip : String(raw.socket.remoteAddress)),
    'network.protocol.version': raw.httpVersion,
    'http.request.method': raw.method,
    // The router has names of its own for the parameters of an operation.
    'http.route': operation ? basePath + operation.path : routeOptions.url,
    'animal_store.operation.id': operation?.operationId,
    // Outside the API no caller is identified.
    'animal_store.customer.id': caller?.customer?.customerId,
    'animal_store.api_key.id': caller?.customer?.apiKeyId,
    'http.server.request.duration': Math.round(reply.elapsedTime * 1_000) / 1e6,
  };
}

function bodyBytesOf({ method }: FastifyRequest, reply: FastifyReply): number | undefined {
  if (method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304) return 0;
  const length = reply.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}

export default fp(accessLog, { name: 'access-log' });
