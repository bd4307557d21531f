import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import type { Test } from 'tap';
import { responseCheck } from '../scripts/contract-properties/check-response.ts';
import { type Api, buildApp } from '../src/app.ts';
import { type Database, openDatabase } from '../src/database/index.ts';
import { createKey, type NewCustomer, type NewKeyInfo } from '../src/keys/index.ts';
import { checkAnswer } from './contract/check-response.ts';
import { createDatabase } from './support/databases.ts';
import { testConfig } from './support/test-config.ts';

/** The real application on a real database of its own. */
export interface Store {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** The key of a customer on the business plan, which requests carry by default. */
  readonly key: string;
  /** The lines that the service has logged; none unless the test sets LOG_LEVEL. */
  readonly log: readonly string[];
  /** Creates another customer with an API key. */
  createKey(customer?: Partial<NewCustomer>): Promise<NewKeyInfo>;
  /** Sends a request and checks the response against the contract. */
  send(request: Request): Promise<Response>;
}

/** The options of `inject`, and the API key that the request carries: null for none. */
export type Request = InjectOptions & { url: string; key?: string | null };

/**
 * Builds a store for one test, and closes it when the test ends.
 *
 * @param api another contract, with its handlers
 */
export async function openStore(
  t: Test,
  settings: Record<string, string> = {},
  api?: Api,
): Promise<Store> {
  const url = await createDatabase(t);
  const config = testConfig({ DATABASE_URL: url, ...settings });
  const database = await openDatabase(url);
  t.teardown(() => database.close());
  const log: string[] = [];
  const app = await buildApp(config, database, { write: (line) => log.push(line) }, api);
  t.teardown(() => app.close());

  const newKey = (customer: Partial<NewCustomer> = {}) =>
    createKey(database.client, { name: 'A customer', plan: 'business', ...customer });
  const { key } = await newKey();

  const check = api ? responseCheck(api.contract.document) : checkAnswer;
  async function send({ key: caller = key, ...request }: Request) {
    const authorization = caller === null ? {} : { authorization: `Bearer ${caller}` };
    const response = await app.inject({
      ...request,
      headers: { ...authorization, ...request.headers },
    });
    check(request.method ?? 'GET', request.url, response);
    return response;
  }

  return { app, database, key, log, createKey: newKey, send };
}

/** The path of the next page in the response's `Link`, if there is one. */
export function nextPage({ headers }: Response): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
}

/** Stops the clock that the service reads. @returns a function that moves it by seconds */
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
