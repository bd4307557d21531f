import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Removes the ports of the addresses in `X-Forwarded-For`, which some proxies write, and the quotes that
 * belong into `Forwarded`: with them no address would be recognized, neither as a proxy's nor as the same
 * as before.
 */

/** `192.0.2.1:4711`, `[2001:db8::1]:4711`, `[2001:db8::1]`, each also in quotes, and `"192.0.2.1"`. */
const DECORATED = /^("?)(?:([\d.]+)(?::\d*)?|\[([\da-f:.]+)\](?::\d*)?)\1$/i;

async function forwardedFor(app: FastifyInstance) {
  // onRequest, before anything asks for the address of the request.
  app.addHook('onRequest', ({ headers }, _reply, next) => {
    bareAddresses(headers);
    next();
  });
}

/** Leaves the addresses alone in `X-Forwarded-For`. */
export function bareAddresses(headers: IncomingHttpHeaders): void {
  const addresses = headers['x-forwarded-for'];
  if (typeof addresses !== 'string' || !/[:"]/.test(addresses)) return;
  headers['x-forwarded-for'] = addresses.split(',').map(bareAddress).join(',');
}

function bareAddress(address: string): string {
  return address.trim().replace(DECORATED, '$2$3');
}

export default fp(forwardedFor, { name: 'forwarded-for' });
