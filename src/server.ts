import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.js';
import { type Config, readConfig } from './config.js';
import { basePath } from './contract.js';
import type { Database } from './database.js';
import { runProcess } from './entry-point.js';
import { createKey } from './key-administration.js';
import { openMigratedDatabase } from './migrations.js';

await runProcess(start);

async function start() {
  const config = readConfig(process.env);
  const database = await openMigratedDatabase(config.DATABASE_URL);
  try {
    const app = await buildApp(config, database);
    stopOnSignal(app, database);
    await app.listen({ host: config.HOST, port: config.PORT });
    await welcome(config, database, app);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A signal may come twice: Ctrl-C sends one, and npm, where it has started this process, another. */
function stopOnSignal(app: FastifyInstance, database: Database) {
  const stop = async () => {
    await app.close();
    await database.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}

/** Gives whoever starts an empty embedded store what is needed for a first request. */
async function welcome(config: Config, { client, provider }: Database, app: FastifyInstance) {
  if (provider !== 'sqlite' || config.NODE_ENV === 'production') return;
  if ((await client.customer.count()) > 0) return;
  const { key } = await createKey(client, { name: 'First customer', plan: 'free' });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
  process.stdout.write(`
The store is new and empty. This API key is shown only this once:

  ${key}

Try it:

  curl -H 'Authorization: Bearer ${key}' ${origin}${basePath}/pets

Documentation: ${origin}/docs

`);
}
