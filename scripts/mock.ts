// Serves the contract with its examples. It loads no handlers, so that it runs before they exist.

import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { buildApp } from '../src/platform/app.ts';
import { openableOrigin } from '../src/platform/config/index.ts';
import { readConfig } from '../src/platform/config/read-config.ts';
import type { Database } from '../src/platform/database/index.ts';
import { stopOnSignal } from '../src/platform/http/stop.ts';
import { keyRulesOf } from '../src/platform/keys/index.ts';
import type { Service } from '../src/platform/service.ts';
import { type Api, loadApis } from '../src/platform/versions.ts';
import { service } from '../src/service.ts';
import { wholeNumber } from './arguments.ts';
import { withExamples } from './examples.ts';
import { requireFreePort } from './free-port.ts';

const HELP = `
The header Prefer chooses a response: 'Prefer: status=404' by its status, 'Prefer: example=empty' by
the name of its example. The tag of the examples fits: with it, If-None-Match gets 304, and a change
with any other tag in If-Match 412. Settings, such as PORT, are those of the service, but CORS_ORIGINS is * by
default: any page may call the mock.`;

/** Settings of the service that the mock does not use. */
const UNUSED = ['DATABASE_URL', 'DATABASE_PASSWORD', 'REDIS_URL', 'REDIS_PASSWORD', 'METRICS_PORT'];

/** The customer to whom every API key belongs, with limits that nobody reaches. */
const CUSTOMER = {
  apiKeyId: 1n,
  customerId: 1n,
  limits: { perMinute: 1_000_000, perDay: 1_000_000_000 },
  ban: { untilMs: 0, isTried: false },
};

/** The part of a database that the service uses without handlers. It stores no rows. */
const NOTHING_STORED = {
  query: async () => [],
  client: {
    // The number of changed rows: there is one customer.
    $executeRaw: async () => 1,
  },
  close: async () => undefined,
  // The rest of a database is never used.
} as unknown as Database;

export interface MockOptions {
  /** Whether requests need no API key. */
  readonly open?: boolean | undefined;
  /** How many milliseconds each response takes. */
  readonly delay?: number | undefined;
}

export async function main() {
  const options = new Command('npm run mock --')
    .description('Serves the contract with its examples: without handlers, and without a database.')
    .option('--open', 'requests need no API key; without it, any key with a valid checksum will do')
    .option('--delay <ms>', 'how long each response takes', wholeNumber(0, 60_000))
    .addHelpText('after', HELP)
    .parse()
    .opts<MockOptions>();
  await requireFreePort();
  const unset = UNUSED.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, '']);
  const config = readConfig(service, {
    CORS_ORIGINS: '*',
    ...process.env,
    ...Object.fromEntries(unset),
  });
  if (config.NODE_ENV === 'production') {
    throw new Error('The mock does not run with NODE_ENV=production: it accepts any API key.');
  }
  const { keyFormat } = keyRulesOf(service);
  const [newest, ...older] = await loadApis(service);
  const mock = (api: Api) => mockApi(service, api, options);
  const apis = [mock(newest), ...older.map(mock)] as const;
  const stop = new AbortController();
  // Jobs would need what handlers need.
  const withoutJobs = { ...service, jobs: async () => ({ createJobs: () => ({}) }) };
  const app = await buildApp(withoutJobs, config, NOTHING_STORED, { apis, stop });
  stopOnSignal(app, { stop, config, close: NOTHING_STORED.close });
  const origin = openableOrigin(await app.listen({ host: config.HOST, port: config.PORT }));
  const { title, version } = newest.contract.document.info;
  const bases = apis.map(({ contract }) => origin + contract.basePath);
  const need = options.open
    ? 'needs no API key'
    : `takes any API key, such as\n\n  ${keyFormat.generateApiKey()}`;
  process.stdout.write(`
The mock of ${title} ${version} ${need}

Base address:  ${bases.join('\n               ')}
Documentation: ${origin}/docs

`);
}

/** Serves an API with examples instead of handlers, and accepts every well-formed API key. */
export function mockApi(
  mocked: Service,
  { contract, documentation }: Omit<Api, 'createHandlers'>,
  { open = false, delay = 0 }: MockOptions = {},
): Api {
  const { keyFormat } = keyRulesOf(mocked);
  const api = withExamples({ contract, documentation });
  const key = { kind: 'valid', customer: { ...CUSTOMER, scopes: contract.scopes } } as const;
  const authorization = `Bearer ${keyFormat.generateApiKey()}`;
  return {
    ...api,
    // Nothing is cached: the service looks up each key after checking that it is well formed.
    keyCache: { get: () => undefined, lookUp: async () => key, lastKnown: () => undefined },
    addHooks(app) {
      app.addHook('onRequest', async (request, reply) => {
        reply.header('x-mock', 'true');
        if (open) request.headers.authorization ??= authorization;
        if (delay > 0) await wait(delay);
      });
      api.addHooks?.(app);
    },
  };
}
