import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Removes the ports of the addresses in `X-Forwarded-For`, which some proxies write: with them no
 * address would be recognized, neither as a proxy's nor as the same as before.
 */

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]`. */
const WITH_PORT = /^(?:([\d.]+):\d*|\[([\da-f:.]+)\](?::\d*)?)$/i;

async function forwardedFor(app: FastifyInstance) {
  // onRequest, before anything asks for the address of the request.
  app.addHook('onRequest', ({ headers }, _reply, next) => {
    removePorts(headers);
    next();
  });
}

export function removePorts(headers: IncomingHttpHeaders) {
  const addresses = headers['x-forwarded-for'];
  if (typeof addresses !== 'string' || !addresses.includes(':')) return;
  headers['x-forwarded-for'] = addresses.split(',').map(withoutPort).join(',');
}

function withoutPort(address: string): string {
  return address.trim().replace(WITH_PORT, '$1$2');
}

export default fp(forwardedFor, { name: 'forwarded-for' });
