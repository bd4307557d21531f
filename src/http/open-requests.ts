import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { serviceUnavailable } from '../contract/index.ts';
import { createShares } from './shares.ts';

/*
 * Bounds how many requests are open: their bodies arrive, or their responses are being received. Each
 * holds memory for as long as its client likes, and behind a proxy one of the proxy's connections.
 */

/** @param total how many requests may be open; no caller can have all of them */
async function openRequests(app: FastifyInstance, { total }: { readonly total: number }) {
  const { open, holderOf } = app.connections;
  const shares = createShares(total);
  // onRequest, so that the body of a rejected request is never read.
  app.addHook('onRequest', (request, _reply, next) => {
    const connection = open.get(request.raw.socket);
    if (!connection) return next();
    const holder = holderOf(request);
    if (!shares.hasRoom(holder)) return next(serviceUnavailable);
    shares.take(holder);
    connection.release = () => shares.release(holder);
    next();
  });
}

export default fp(openRequests, { name: 'open-requests', dependencies: ['connections'] });
