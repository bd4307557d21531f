import Fastify, { type FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { SharedStore } from '../limits/index.ts';
import { createDeprecatedCallMetric, createRequestMetrics } from './request-metrics.ts';

/*
 * Metrics for Prometheus, on a listener of their own, so that the port of the API does not expose
 * them.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent unless METRICS_PORT is set. */
    metrics?: Metrics;
  }
}

interface Metrics {
  /** @param code of the error that is returned */
  countRejection(code: string): void;
  countBan(): void;
}

interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  /** Absent where no Redis is configured. */
  readonly sharedStore?: SharedStore | undefined;
}

/** The label of what is no operation of the contract: unknown paths and methods, the documentation, probes. */
const NO_OPERATION = 'none';

async function metrics(app: FastifyInstance, { host, port, sharedStore }: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const rejections = new Counter({
    name: 'refusals_total',
    help: 'Errors returned, by code, including for what could not be read as a request.',
    labelNames: ['code'],
    registers,
  });
  const bans = new Counter({ name: 'bans_total', help: 'API keys banned here.', registers });
  if (sharedStore) {
    new Counter({
      name: 'counter_fallbacks_total',
      help: 'How often Redis became unavailable, so that this instance counted locally.',
      registers,
      collect() {
        this.reset();
        this.inc(sharedStore.outages());
      },
    });
  }
  const countRequest = createRequestMetrics(registry);
  const countDeprecatedCall = createDeprecatedCallMetric(registry);

  app.decorate('metrics', {
    countRejection: (code) => rejections.inc({ code }),
    countBan: () => bans.inc(),
  });
  app.addHook('onResponse', (request, reply, next) => {
    const { operation } = request.routeOptions.config;
    const operationId = operation?.operationId ?? NO_OPERATION;
    countRequest(operationId, reply.statusCode, reply.elapsedTime / 1_000);
    if (operation?.deprecation) countDeprecatedCall(operationId, request.caller);
    next();
  });

  const address = await listen(app, registry, { host, port });
  app.log.info(`Metrics at ${address}/metrics`);
}

/** Opens the listener, which closes with the app. Returns its address. */
async function listen(
  app: FastifyInstance,
  registry: Registry,
  options: { readonly host: string; readonly port: number },
) {
  const listener = Fastify({ forceCloseConnections: true });
  listener.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  app.addHook('onClose', () => listener.close());
  const address = await listener.listen(options);
  // It does not keep the process alive when the service has stopped.
  listener.server.unref();
  return address;
}

export default fp(metrics, { name: 'metrics' });
