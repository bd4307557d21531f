import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import type { Test } from 'tap';
import { buildApp } from '../src/app.ts';
import { type Database, openDatabase } from '../src/database/index.ts';
import { createKey, type NewCustomer, type NewKeyInfo } from '../src/keys/index.ts';
import { checkAnswer } from './contract/check-response.ts';
import { createDatabase } from './support/databases.ts';
import { testConfig } from './support/test-config.ts';

/** The real application on a real database of its own. */
export interface Store {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** The key of a customer on the business plan, whom requests come from unless they say otherwise. */
  readonly key: string;
  /** The lines that the service has logged: none unless the test sets LOG_LEVEL. */
  readonly log: readonly string[];
  /** Makes another customer and its key. */
  createKey(customer?: Partial<NewCustomer>): Promise<NewKeyInfo>;
  /** Sends a request and checks the answer against the contract. */
  send(request: Request): Promise<Response>;
}

/** What `inject` takes, and whose key the request carries: null for nobody's. */
export type Request = InjectOptions & { url: string; key?: string | null };

/** Builds a store for one test, and takes it down when the test ends. */
export async function openStore(t: Test, settings: Record<string, string> = {}): Promise<Store> {
  const url = await createDatabase(t);
  const config = testConfig({ DATABASE_URL: url, ...settings });
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  const log: string[] = [];
  const app = await buildApp(config, database, { write: (line) => log.push(line) });
  t.teardown(() => app.close());

  const newKey = (customer: Partial<NewCustomer> = {}) =>
    createKey(database.client, { name: 'A customer', plan: 'business', ...customer });
  const { key } = await newKey();

  async function send({ key: caller = key, ...request }: Request) {
    const authorization = caller === null ? {} : { authorization: `Bearer ${caller}` };
    const response = await app.inject({
      ...request,
      headers: { ...authorization, ...request.headers },
    });
    checkAnswer(request.method ?? 'GET', request.url, response);
    return response;
  }

  return { app, database, key, log, createKey: newKey, send };
}

/** Where the answer's `Link` leads, if there is a next page. */
export function nextPage({ headers }: Response): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
}

/** Sets the one clock that the service reads. Returns a function that moves it, in seconds. */
export function stopClock(t: Test): (seconds: number) => void {
  let nowMs = Date.now();
  const realNow = Date.now;
  Date.now = () => nowMs;
  t.teardown(() => {
    Date.now = realNow;
  });
  return (seconds) => {
    nowMs += seconds * 1_000;
  };
}
