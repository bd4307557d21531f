import type { Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/database/database.ts';
import { createKey } from '../../src/keys/administration.ts';
import { checkAnswer } from '../contract/check-response.ts';
import type { Servers } from './replication.ts';
import { testConfig } from './test-config.ts';
import { until } from './until.ts';

const NO_LIMITS = { perMinute: 1_000_000, perDay: 1_000_000 };

export type Instance = Awaited<ReturnType<typeof openInstance>>;

/** Opens an instance of the service that reads from the replica. It is closed when the test ends. */
export async function openInstance(
  t: Test,
  { primary, standby }: Servers,
  settings: Record<string, string>,
) {
  const config = testConfig({
    LOG_LEVEL: 'info',
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
    ...settings,
  });
  const database = await openDatabase(config.DATABASE_URL);
  t.teardown(() => database.close());
  const log: string[] = [];
  const app = await buildApp(config, database, { write: (line) => log.push(line) });
  t.teardown(() => app.close());

  async function send(key: string, url: string, payload?: object) {
    const method = payload ? 'POST' : 'GET';
    const headers = { authorization: `Bearer ${key}` };
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
    checkAnswer(method, url, response);
    return response;
  }

  /** The lines about the replica: their messages and reasons. */
  const lines = () =>
    log
      .map((line) => JSON.parse(line) as { body: string; 'error.message'?: string })
      .filter(({ body }) => body?.includes('replica'))
      .map(({ body, 'error.message': reason }) => (reason ? `${body}: ${reason}` : body));

  return {
    app,
    send,
    newKey: async () => {
      const customer = { name: 'A customer', plan: 'enterprise', limits: NO_LIMITS } as const;
      return (await createKey(database.client, customer)).key;
    },
    create: (key: string, name: string) => send(key, '/v1/pets', { name, categoryId: 7 }),
    async names(key: string, url = '/v1/pets?limit=100'): Promise<string[]> {
      const response = await send(key, url);
      if (response.statusCode !== 200) throw new Error(response.payload);
      return response.json().map(({ name }: { name: string }) => name);
    },
    untilReplicaIs: (state: string) =>
      until(async () => (await app.inject('/readyz')).json().checks.replica === state),
    lines,
    untilLogged: (line: RegExp) => until(() => lines().some((text) => line.test(text))),
  };
}
