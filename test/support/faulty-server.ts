// The service as a process, with an operation for each fault of code.

import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { modelOf, routeSchemas } from '../../scripts/contract/index.ts';
import { buildApp } from '../../src/platform/app.ts';
import { readConfig } from '../../src/platform/config/read-config.ts';
import { readContract } from '../../src/platform/contract/operations.ts';
import { stopOnSignal } from '../../src/platform/http/stop.ts';
import { service } from '../platform/service/src/service.ts';
import { openMigratedDatabase } from './service-database.ts';

const DONE = { done: true };

async function fail(afterMs: number): Promise<void> {
  await wait(afterMs);
  throw new Error(`failed after ${afterMs} ms`);
}

function throwLater(thrown: unknown) {
  setTimeout(() => {
    throw thrown;
  }, 50);
}

/** How often the process says that it still runs. */
const BEAT_MS = 100;

const handlers = {
  async rejectsEarly() {
    fail(10);
    await wait(200);
    return DONE;
  },
  async rejectsNothing() {
    Promise.reject();
    return DONE;
  },
  async rejectsLate() {
    fail(50);
    return DONE;
  },
  async throwsLater() {
    throwLater(new Error('thrown later'));
    return DONE;
  },
  async throwsNothing() {
    throwLater(undefined);
    return DONE;
  },
  async beats({ log }: { readonly log: FastifyBaseLogger }) {
    setInterval(() => log.info('beat'), BEAT_MS);
    return DONE;
  },
  async hangs({ log }: { readonly log: FastifyBaseLogger }) {
    log.info('hangs');
    await wait(60_000);
    return DONE;
  },
  async works() {
    await wait(10);
    return DONE;
  },
};

const schema = { type: 'object', properties: { done: { type: 'boolean' } } };
const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
const paths = Object.keys(handlers).map((operationId) => {
  return [`/${operationId}`, { get: { operationId, responses } }];
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Faulty', version: '1.0.0' },
  servers: [{ url: '/v1' }],
  paths: Object.fromEntries(paths),
  security: [{ apiKey: [] }],
  components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
};

const config = readConfig(service, process.env);
const database = await openMigratedDatabase(config.DATABASE_URL);
const api = {
  contract: readContract(document, routeSchemas(modelOf(document))),
  createHandlers: () => handlers,
};
const stop = new AbortController();
const app = await buildApp(service, config, database, { apis: [api], stop });
stopOnSignal(app, { stop, config, close: () => database.close() });
await app.listen({ host: '127.0.0.1', port: config.PORT });
// A rejection that belongs to no request.
process.on('SIGWINCH', () => Promise.reject(new Error('of no request')));
