// A store whose look-ups of API keys are counted, held back, or fail.

import type { LightMyRequestResponse as Response } from 'fastify';
import type { Test } from 'tap';
import { buildApp } from '../../src/platform/app.ts';
import type { Query, Value } from '../../src/platform/database/statements.ts';
import { hashApiKey } from '../../src/platform/keys/api-key.ts';
import { openSample } from '../helper.ts';
import { service } from '../platform/service/src/service.ts';
import { checkResponse } from './sample-contract.ts';
import { testConfig } from './test-config.ts';

/** Opens a store whose look-ups of keys are counted, and can be held back, or fail. */
export async function openLookUps(t: Test, settings: Record<string, string> = {}) {
  const { clock, database, key, createKey } = await openSample(t);
  const state = { lookUps: 0, statements: 0, isFailing: false };
  let held: { readonly end: Promise<void>; readonly except: string | undefined } | undefined;
  const observe =
    (run: Query): Query =>
    async <Row extends unknown[]>(sql: string, values: readonly Value[]) => {
      if (!sql.includes('FROM api_keys k')) return run<Row>(sql, values);
      const hashes = JSON.parse(String(values[0]));
      state.lookUps += hashes.length;
      state.statements += 1;
      if (state.isFailing) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const rows = await run<Row>(sql, values);
      if (!held?.except || !hashes.includes(held.except)) await held?.end;
      return rows;
    };
  const log: string[] = [];
  const logStream = { write: (line: string) => log.push(line) };
  const { query, queryAlone } = database;
  const observed = { ...database, query: observe(query), queryAlone: observe(queryAlone) };
  const app = await buildApp(service, testConfig(settings), observed, { logStream, clock });
  t.teardown(() => app.close());

  async function call(bearer: string, remoteAddress = '192.0.2.1'): Promise<Response> {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await app.inject({ url: '/v1/widgets', headers, remoteAddress });
    checkResponse('GET', '/v1/widgets', response);
    return response;
  }

  /**
   * Holds back the results of look-ups from now on, but for those of one key.
   *
   * @returns a function that releases them, and `count` of the keys that are looked up meanwhile
   */
  function hold(exceptKey?: string) {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    held = { end, except: exceptKey && hashApiKey(exceptKey) };
    const before = state.lookUps;
    const release = () => {
      held = undefined;
      resolve();
    };
    return Object.assign(release, { count: () => state.lookUps - before });
  }

  const statusOf = async (...caller: Parameters<typeof call>) => (await call(...caller)).statusCode;
  return { call, clock, createKey, database, hold, key, log, state, statusOf };
}
