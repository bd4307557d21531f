import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Writes one line for every answer: which operation, whose key (never the key itself), what came
 * of it and how long it took.
 */

function accessLog(app: FastifyInstance, _options: object, done: () => void) {
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info(
      {
        operationId: request.routeOptions.config.operation?.operationId,
        apiKeyId: request.caller?.customer?.apiKeyId,
        statusCode: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 1_000) / 1_000,
      },
      'answered',
    );
    next();
  });
  done();
}

export default fp(accessLog, { name: 'access-log' });
