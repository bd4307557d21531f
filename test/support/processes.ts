// The built service as a process, until a test ends.

import type { Test } from 'tap';
import { createCustomer, type NewCustomer } from '../../src/platform/keys/index.ts';
import { createDatabase, open, temporaryFolder } from './databases.ts';
import { keysOf } from './key-rules.ts';
import type { Ended, Running } from './servers/process.ts';
import { asService } from './servers/roles.ts';
import { launchServer, type Server } from './servers/server.ts';
import { until } from './until.ts';

export type { Server as ServerProcess };

/** Starts the built service with these settings. It is stopped when the test ends. */
export async function startServer(t: Test, settings: Record<string, string>): Promise<Server> {
  const server = await launchServer(settings, { cwd: await temporaryFolder(t) });
  t.teardown(() => server.end('SIGTERM'));
  return server;
}

/** Sends a signal until the process ends: a stop ignores further signals of its first second. */
export async function repeatSignal(process: Running, signal: NodeJS.Signals): Promise<Ended> {
  let hasEnded = false;
  const ended = process.end(signal).finally(() => {
    hasEnded = true;
  });
  await until(() => {
    if (!hasEnded) void process.end(signal);
    return hasEnded;
  }, `${signal} has ended the process`);
  return ended;
}

interface AddWidgetOptions {
  readonly body?: string;
  readonly idempotencyKey?: string | undefined;
}

/** Sends a request to add a widget. */
export function addWidget(origin: string, key: string, options: AddWidgetOptions = {}) {
  const { body = '{"name":"Bolt","groupId":7}', idempotencyKey } = options;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(`${origin}/v1/widgets`, {
    method: 'POST',
    body,
    headers: { ...headers, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
  });
}

/** Adds a customer to a database, for tests of processes. By default the database is a new one. */
export async function openCustomer(t: Test, customer: Partial<NewCustomer> = {}, address?: string) {
  const url = asService(address ?? (await createDatabase()));
  const { client } = await open(t, url);
  const { key } = await createCustomer(keysOf(client), {
    name: 'A customer',
    plan: 'business',
    ...customer,
  });
  return { url, client, key };
}
