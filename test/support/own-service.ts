// The application of a service with settings, jobs and handlers of its own.

import type { Test } from 'tap';
import { buildApp } from '../../src/platform/app.ts';
import { readConfig } from '../../src/platform/config/read-config.ts';
import type { AnyHandlers } from '../../src/platform/contract/handler.ts';
import { createCustomer } from '../../src/platform/keys/index.ts';
import type { HandlerContext, Service } from '../../src/platform/service.ts';
import { contractOf } from '../platform/contract/made-up.ts';
import { service } from '../platform/service/src/service.ts';
import { createDatabase, open } from './databases.ts';
import { keysOf } from './key-rules.ts';
import { asService } from './servers/roles.ts';
import { PATIENCE } from './servers/server.ts';

interface Own extends Partial<Pick<Service, 'errors' | 'settings' | 'jobs'>> {
  readonly paths?: Readonly<Record<string, object>>;
  /** A method, whose context may name settings of its own. */
  createHandlers?(context: HandlerContext): AnyHandlers;
  readonly environment?: Readonly<Record<string, string>>;
  /** The address of a database, for several instances; one of its own by default. */
  readonly databaseUrl?: string;
}

/** Opens an instance, and closes it when the test ends. */
export async function openOwnService(t: Test, own: Own = {}) {
  const { paths = {}, createHandlers = () => ({}), environment = {}, ...described } = own;
  const { databaseUrl = await createDatabase(), ...given } = described;
  const url = asService(databaseUrl);
  const whole: Service = { ...service, ...given };
  const variables = { ...PATIENCE, LOG_LEVEL: 'info', ...environment, DATABASE_URL: url };
  const database = await open(t, url);
  const lines: string[] = [];
  const stop = new AbortController();
  const app = await buildApp(whole, readConfig(whole, variables), database, {
    apis: [{ contract: contractOf(paths), createHandlers }],
    logStream: { write: (line) => lines.push(line) },
    stop,
  });
  t.teardown(() => app.close());
  const { key } = await createCustomer(keysOf(database.client), { name: 'Ada', plan: 'business' });
  const send = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      url: `/v1${path}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  return { app, database, send, stop, log: lines };
}
