// The real application on a real database of its own, and requests whose responses are checked.

import diagnostics from 'node:diagnostics_channel';
import type {
  FastifyInstance,
  FastifyRequest,
  InjectOptions,
  LightMyRequestResponse as Response,
} from 'fastify';
import type { Test } from 'tap';
import { buildApp } from '../src/platform/app.ts';
import { InvalidResponse } from '../src/platform/contract/responses.ts';
import {
  createCustomer,
  type NewCustomer,
  type NewKey,
  type NewKeyInfo,
} from '../src/platform/keys/index.ts';
import type { Api } from '../src/platform/versions.ts';
import { service } from '../src/service.ts';
import { checkResponse } from './platform/contract/check-response.ts';
import { type Clock, createClock } from './support/clock.ts';
import { createDatabase, open } from './support/databases.ts';
import { keysOf } from './support/key-rules.ts';
import { execute } from './support/servers/databases.ts';
import { asService } from './support/servers/roles.ts';
import type { Database } from './support/service-database.ts';
import { testConfig } from './support/test-config.ts';

/** The real application on a real database of its own. */
export interface Store {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** The clock of the application. */
  readonly clock: Clock;
  /** The key of a customer on the business plan, which requests carry by default. */
  readonly key: string;
  /** Is aborted when a stop begins. */
  readonly stop: AbortController;
  /** The lines that the service has logged; none unless the test sets LOG_LEVEL. */
  readonly log: readonly string[];
  /** Runs statements as the owner of the database, such as those that alter its tables. */
  alter(...statements: readonly string[]): Promise<void>;
  /** Creates another customer with an API key. */
  createKey(customer?: NewOwnedKey): Promise<NewKeyInfo>;
  /**
   * Sends a request and checks the response against the contract.
   *
   * @throws if the handler has returned what the contract does not allow
   */
  send(request: Request): Promise<Response>;
}

/** A customer and its key. */
export interface NewOwnedKey extends Partial<NewCustomer>, Omit<NewKey, 'name'> {
  readonly keyName?: string;
}

/** The options of `inject`, and the API key that the request carries: null for none. */
export type Request = InjectOptions & { url: string; key?: string | null };

/**
 * Builds a store for one test, and closes it when the test ends.
 *
 * @param given other contracts with their handlers, the newest first
 */
export async function openStore(
  t: Test,
  settings: Record<string, string> = {},
  ...given: readonly (Api | undefined)[]
): Promise<Store> {
  const url = asService(settings.DATABASE_URL ?? (await createDatabase()));
  const config = testConfig({ LOG_LEVEL: 'error', ...settings, DATABASE_URL: url });
  const database = await open(t, url);
  const lines: string[] = [];
  // Clients see a plain 500, whatever its cause.
  t.teardown(() => t.passing() || showErrors(lines));
  const clock = createClock();
  const logStream = { write: (line: string) => lines.push(line) };
  const stop = new AbortController();
  const [newest, ...older] = given.filter((api) => api !== undefined);
  const apis = newest && ([newest, ...older] as const);
  const app = await buildApp(service, config, database, { logStream, apis, clock, stop });
  t.teardown(() => app.close());

  const faults = invalidResponses(t);
  // A test with another contract checks responses by itself.
  const check = newest ? () => undefined : checkResponse;

  const alter = (...statements: readonly string[]) => execute(url, ...statements);
  const newKey = ({ name = 'A customer', plan = 'business', limits, ...key }: NewOwnedKey = {}) =>
    createCustomer(keysOf(database.client), { name, plan, limits }, { ...key, name: key.keyName });
  const { key } = await newKey();

  async function send({ key: caller = key, ...request }: Request) {
    const authorization = caller === null ? {} : { authorization: `Bearer ${caller}` };
    const response = await app.inject({
      ...request,
      headers: { ...authorization, ...request.headers },
    });
    const fault = faults.get(String(response.headers['x-request-id']));
    if (fault) throw fault;
    check(request.method ?? 'GET', request.url, response);
    return response;
  }

  const log = settings.LOG_LEVEL === undefined ? [] : lines;
  return { app, database, clock, key, log, stop, alter, createKey: newKey, send };
}

/** Shows the errors that the service has logged during a test that has failed. */
function showErrors(lines: readonly string[]) {
  for (const line of lines) {
    const { severity_text: level, body, 'exception.stacktrace': stack = '' } = JSON.parse(line);
    if (level === 'ERROR') process.stderr.write(`The service has logged: ${body}\n${stack}\n`);
  }
}

/** Collects responses that the contract does not allow, by request id: clients see a plain 500. */
function invalidResponses(t: Test): ReadonlyMap<string, Error> {
  const faults = new Map<string, Error>();
  // Fastify's message about a handler that has failed.
  const onError = (message: unknown) => {
    const { request, error } = message as { request: FastifyRequest; error: unknown };
    if (error instanceof InvalidResponse) faults.set(request.id, error);
  };
  diagnostics.subscribe('tracing:fastify.request.handler:error', onError);
  t.teardown(() => diagnostics.unsubscribe('tracing:fastify.request.handler:error', onError));
  return faults;
}

/** Returns the path of the next page from the `Link` of a response, if there is one. */
export function nextPage({ headers }: Response): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1];
}
