// Mistakes that compile, and that a valid response hides: they are found by what handlers do with
// requests that are generated from the contract.

import fc from 'fast-check';
import t from 'tap';
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import { withAccount } from '../../src/platform/account/index.ts';
import type { AnyHandlers } from '../../src/platform/contract/handler.ts';
import type { Database } from '../../src/platform/database/index.ts';
import type { HandlerContext } from '../../src/platform/service.ts';
import { loadApis } from '../../src/platform/versions.ts';
import { service } from '../../src/service.ts';
import { createHandlers } from '../../src/store/index.ts';
import { openStore } from '../helper.ts';
import { shownFields } from '../platform/contract/arbitraries.ts';
import { type Described, operationsOf, requestsTo } from '../platform/contract/random-requests.ts';
import { type Context, resolve, type Schema } from '../platform/contract/resolve.ts';
import { SEED } from '../support/seed.ts';
import { UNLIMITED } from '../support/servers/unlimited.ts';

const [{ contract }] = await loadApis(service);

/** Enough that each optional parameter and field is sent, and is left out. */
const REQUESTS = 60;

interface Statement {
  readonly sql: string;
  readonly values: Parameters<Database['query']>[1];
}

/** The parts of a request whose names the contract declares. */
const PARTS = ['params', 'query', 'headers', 'body'] as const;

/** In the place of a name: whatever there is, as of a part that is spread. */
const ALL = '*';

const reads = new Set<string>();
const statements = new Map<string, Statement>();

t.test(
  `handlers read, fill and find by an index what is declared, TEST_SEED=${SEED}`,
  async (t) => {
    const observed = async ({ database, ...others }: HandlerContext<PrismaClient>) => {
      const query: Database['query'] = (sql, values) => {
        statements.set(sql, { sql, values });
        return database.query(sql, values);
      };
      const create = withAccount(createHandlers);
      return withObservedRequests(await create({ ...others, database: { ...database, query } }));
    };
    const store = await openStore(t, {}, { contract, createHandlers: observed });
    const { key } = await store.createKey({
      plan: 'enterprise',
      limits: UNLIMITED,
      scopes: contract.scopes,
    });
    const filled = new Map<string, Set<string>>();
    const operations = operationsOf(contract.document);
    // What creates comes first, so that there is something to read.
    operations.sort(
      (one, other) => Number(other.method === 'post') - Number(one.method === 'post'),
    );
    for (const operation of operations) {
      for (const request of fc.sample(requestsOf(operation), { seed: SEED, numRuns: REQUESTS })) {
        const response = await store.send({ ...request, key });
        if (response.statusCode >= 300 || response.payload === '') continue;
        const body = response.json();
        const items: object[] = Array.isArray(body) ? body : [body];
        const fields = filled.get(operation.operationId) ?? new Set();
        for (const field of items.flatMap((item) => Object.keys(item))) fields.add(field);
        filled.set(operation.operationId, fields);
      }
    }

    for (const operation of operations) {
      const { operationId } = operation;
      const expectRead = (part: (typeof PARTS)[number], name: string) => {
        const isRead = [name, ALL].some((one) => reads.has(`${operationId} ${part}.${one}`));
        t.ok(isRead, `${operationId} reads ${part}.${name}`);
      };
      for (const { name, in: place } of operation.parameters) {
        if (place === 'path') expectRead('params', name);
        // The service itself compares this one with the tag of the response.
        else if (name === 'If-None-Match') continue;
        else if (place === 'header') expectRead('headers', name.toLowerCase());
        else expectRead('query', name);
      }
      const bodyContext: Context = { schemas: operation.schemas, direction: 'request' };
      for (const name of propertiesOf(operation.body, bodyContext)) expectRead('body', name);
      const fields = filled.get(operation.operationId);
      if (!fields?.size) continue;
      for (const name of declaredFields(operation)) {
        t.ok(fields.has(name), `${operation.operationId} fills ${name}`);
      }
    }

    const { query, provider } = store.database;
    for (const { sql, values } of statements.values()) {
      if (!/^SELECT\b/i.test(sql)) continue;
      t.ok(/\bLIMIT\b|\bWHERE id = \$\d$/.test(sql), `is bounded: ${sql}`);
      // Both databases have the same indexes, and PostgreSQL's plan depends on the number of rows.
      if (provider !== 'sqlite' || !/\bWHERE\b/.test(sql)) continue;
      const plan = (await query(`EXPLAIN QUERY PLAN ${sql}`, values)).join('\n');
      t.notMatch(plan, /\bSCAN\b|TEMP B-TREE/, `has an index: ${sql}`);
    }
  },
);

/** Valid requests for the first of what there is, without a cursor, since none was issued. */
function requestsOf(operation: Described) {
  const ids = operation.parameters.filter(
    (one) => one.in === 'path' && one.schema.format === 'int64',
  );
  const first = Object.fromEntries(ids.map(({ name }) => [name, 1n]));
  return requestsTo(operation, { ...first, cursor: undefined });
}

/** What the items of a success may have. */
function declaredFields({ responses, schemas }: Described): string[] {
  const context: Context = { schemas, direction: 'response' };
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return successes.flatMap(([, { content }]) => {
    const schema = content && resolve(content['application/json'].schema, context);
    return propertiesOf(schema?.items ?? schema, context);
  });
}

function propertiesOf(schema: Schema | undefined, context: Context): string[] {
  return Object.keys(schema ? shownFields(resolve(schema, context), context) : {});
}

/** Handlers that remember what they read of a request. */
function withObservedRequests(handlers: AnyHandlers): AnyHandlers {
  const all = Object.entries(handlers) as [string, (request: object, reply: object) => unknown][];
  const observed = all.map(([operationId, handle]) => {
    const observedHandle = (request: object, reply: object) => {
      const get = (target: object, name: string | symbol) => {
        const value = Reflect.get(target, name);
        const isPart = PARTS.some((part) => part === name) && typeof value === 'object' && value;
        return isPart ? observedPart(value, `${operationId} ${String(name)}`) : value;
      };
      return handle(new Proxy(request, { get }), reply);
    };
    return [operationId, observedHandle] as const;
  });
  return Object.fromEntries(observed);
}

function observedPart(part: object, place: string): object {
  return new Proxy(part, {
    get(target, name) {
      reads.add(`${place}.${String(name)}`);
      return Reflect.get(target, name);
    },
    ownKeys(target) {
      reads.add(`${place}.${ALL}`);
      return Reflect.ownKeys(target);
    },
  });
}
