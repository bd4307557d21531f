// The real application on a real database of its own, and requests whose responses are checked.
//
// Tests of the platform (test/platform, scripts, deploy, bench and fuzz) run on the sample service
// in test/platform/service, by `openSample`, and so are the same in every project. Tests of the
// store (test/store), and those that follow the guides of this project (test/guides), run on the
// service that this project is for, by `openStore`.

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
import type { Database } from '../src/platform/database/index.ts';
import {
  createCustomer,
  type NewCustomer,
  type NewKey,
  type NewKeyInfo,
  type PlanTable,
} from '../src/platform/keys/index.ts';
import type { Service } from '../src/platform/service.ts';
import { type Api, loadApis } from '../src/platform/versions.ts';
import { type CheckResponse, responseChecks } from './platform/contract/check-response.ts';
import { type Clock, createClock } from './support/clock.ts';
import { createDatabase, openAs } from './support/databases.ts';
import { keysOf } from './support/key-rules.ts';
import { execute } from './support/servers/databases.ts';
import { asService } from './support/servers/roles.ts';
import { OWN, type OwnClient, SAMPLE, type SampleClient, type Tested } from './support/services.ts';
import { testConfig } from './support/test-config.ts';

/** The real application on a real database of its own. */
export interface Opened<Client> {
  readonly app: FastifyInstance;
  readonly database: Database<Client>;
  /** The clock of the application. */
  readonly clock: Clock;
  /** The key of a customer on the largest plan, which requests carry by default. */
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

/** The application of the sample service. */
export type Sample = Opened<SampleClient>;
/** The application that this project is for. */
export type Store = Opened<OwnClient>;

/** A customer and its key. */
export interface NewOwnedKey extends Partial<NewCustomer>, Omit<NewKey, 'name'> {
  readonly keyName?: string;
}

/** The options of `inject`, and the API key that the request carries: null for none. */
export type Request = InjectOptions & { url: string; key?: string | null };

/**
 * The tests' settings of the service, and other contracts with their handlers, the newest first.
 */
export type Given = [settings?: Record<string, string>, ...apis: readonly (Api | undefined)[]];

/** Builds the sample service for one test, and closes it when the test ends. */
export function openSample(t: Test, ...given: Given): Promise<Sample> {
  return openService(SAMPLE, t, ...given);
}

/** Builds the service of this project for one test, and closes it when the test ends. */
export function openStore(t: Test, ...given: Given): Promise<Store> {
  return openService(OWN, t, ...given);
}

async function openService<Client>(
  tested: Tested<Client>,
  t: Test,
  ...[settings = {}, ...given]: Given
): Promise<Opened<Client>> {
  const { service } = tested;
  const url = asService(settings.DATABASE_URL ?? (await createDatabase(tested)), tested);
  const config = testConfig({ LOG_LEVEL: 'error', ...settings, DATABASE_URL: url }, tested);
  const database = await openAs(tested, t, url);
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
  const check = newest ? () => undefined : await checkOf(service);

  const alter = (...statements: readonly string[]) => execute(url, ...statements);
  const largest = largestPlan(service);
  const newKey = ({ name = 'A customer', plan = largest, limits, ...key }: NewOwnedKey = {}) => {
    const customer = { name, plan, limits };
    return createCustomer(keysOf(database.client, tested), customer, { ...key, name: key.keyName });
  };
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

/** The plan with the highest limits that are not agreed with each customer. */
function largestPlan({ plans, firstKeyPlan }: Service): string {
  const perMinute = ([, limits]: [string, PlanTable[string]]) =>
    limits === 'custom' ? 0 : (limits?.perMinute ?? 0);
  const [largest] = Object.entries(plans).sort((one, other) => perMinute(other) - perMinute(one));
  return largest?.[0] ?? firstKeyPlan;
}

const checks = new Map<Service, Promise<CheckResponse>>();

/** The check of a service's responses, whose schemas are compiled once. */
function checkOf(service: Service): Promise<CheckResponse> {
  const check = checks.get(service) ?? loadApis(service).then(responseChecks);
  checks.set(service, check);
  return check;
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
