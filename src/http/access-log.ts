import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Logs one line for each response: the operation, the id of the API key (never the key itself), the
 * status and the time it took.
 */

async function accessLog(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info(
      {
        operationId: request.routeOptions.config.operation?.operationId,
        apiKeyId: request.caller?.customer?.apiKeyId,
        statusCode: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 1_000) / 1_000,
      },
      'request completed',
    );
    next();
  });
}

export default fp(accessLog, { name: 'access-log' });
