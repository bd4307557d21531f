// Property tests of the contract with every feature, and of the service's own. A failure reports
// the smallest case that shows it, and the seed; TEST_SEED repeats the run.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { loadApis } from '../../../src/platform/versions.ts';
import { service } from '../../../src/service.ts';
import { openStore } from '../../helper.ts';
import { SEED } from '../../support/seed.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import { exact, type Fault, faulty, filled } from './arbitraries.ts';
import { features, featuresClient, openFeatures, type Seen } from './features.ts';
import {
  bodiesOf,
  type Described,
  operationsOf,
  parametersFor,
  parseExact,
  requestOf,
  resultsOf,
} from './requests.ts';
import { type Context, resolve } from './resolve.ts';

const OPTIONS = {
  numRuns: 100,
  includeErrorInReport: true,
  seed: SEED,
};

t.test('the contract with every feature', async (t) => {
  const { send, given } = await openFeatures(t);
  for (const operation of operationsOf(features)) {
    const { operationId, responses, schemas } = operation;
    const results = resultsOf(responses, schemas);

    t.test(`${operationId} gets what a valid request means, and returns what it has`, async () => {
      const property = fc.asyncProperty(
        parametersFor(operation),
        bodiesOf(operation),
        results,
        async (values, payload, { status, json, ...result }) => {
          Object.assign(given, result);
          const response = await send(requestOf(operation, values, payload));
          assert.equal(response.statusCode, status, response.payload);
          assert.deepEqual(parseExact(response.payload), parseExact(json));
          assertSeen(operation, values, payload, given.seen);
        },
      );
      await fc.assert(property, OPTIONS);
    });

    t.test(`${operationId} rejects what is wrong, and names it`, async () => {
      await assertRejects(operation, async (url, request) => send({ ...request, url }));
    });
  }
});

t.test('the client of the contract with every feature sends and returns all of it', async (t) => {
  const { app, key, given } = await openFeatures(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = await featuresClient(t, { apiKey: key, baseUrl: `${origin}/v1` });
  for (const operation of operationsOf(features)) {
    const { operationId, responses, schemas } = operation;
    t.test(operationId, async () => {
      const property = fc.asyncProperty(
        parametersFor(operation),
        bodiesOf(operation),
        resultsOf(responses, schemas),
        async (values, payload, { json, body: wanted, ...result }) => {
          Object.assign(given, { ...result, seen: undefined });
          // Those with a path have parameters that are required.
          const isFirst = operation.parameters.some(({ required }) => required);
          const all = operation.parameters.length > 0 ? [values] : [];
          const bodies = operation.body ? [payload] : [];
          const both = isFirst ? [...all, ...bodies] : [...bodies, ...all];
          const got = await client[operationId]?.(...both);
          assert.deepEqual(withTypes(got), withTypes(wanted), json);
          assertSeen(operation, values, payload, given.seen);
        },
      );
      await fc.assert(property, OPTIONS);
    });
  }
});

t.test('the contract of the service responds to every request as it says', async (t) => {
  const store = await openStore(t);
  const apis = await loadApis(service);
  const { id, key } = await store.createKey({
    plan: 'enterprise',
    limits: UNLIMITED,
    scopes: [...new Set(apis.flatMap(({ contract }) => contract.scopes))],
  });
  for (const operation of apis.flatMap(({ contract }) => operationsOf(contract.document))) {
    t.test(operation.operationId, async () => {
      const property = fc.asyncProperty(
        parametersFor(operation),
        bodiesOf(operation),
        async (values, payload) => {
          // It would revoke itself.
          fc.pre(values.keyId !== Number(id));
          const request = { ...requestOf(operation, values, payload), key };
          const { statusCode, payload: text } = await store.send(request);
          if (statusCode === 404 || BEYOND_THE_CONTRACT.test(text)) return;
          // No cursor was issued. That the status is declared is checked of every response.
          const isRejected = statusCode === 400 || statusCode >= 500;
          assert.equal(isRejected, values.cursor !== undefined, text);
        },
      );
      await fc.assert(property, OPTIONS);
      await assertRejects(operation, (url, request) => store.send({ ...request, url, key }));
    });
  }
});

/** What a handler says of a request that fits the contract. */
const BEYOND_THE_CONTRACT =
  /"(?:from must be 0|expiresAt must be in the future|scopes\.\d+ must be one of)/;

/** Asserts that a handler was given what a request has, and the defaults. */
function assertSeen(
  { parameters, body, schemas }: Described,
  values: Readonly<Record<string, unknown>>,
  payload: unknown,
  seen: Seen = assert.fail('No handler was called.'),
) {
  const context: Context = { schemas, direction: 'request' };
  const fields = parameters.map(({ name, schema, in: place }) => [
    place === 'header' ? name.toLowerCase() : name,
    values[name] ?? exact(resolve(schema, context).default, resolve(schema, context)),
  ]);
  const wanted = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  assert.deepEqual({ ...seen.params, ...seen.query, ...seen.headers }, wanted);
  assert.deepEqual(seen.body, payload && filled(body ?? {}, payload, context));
}

type Send = (url: string, request: ReturnType<typeof requestOf>) => Promise<Received>;

interface Received {
  readonly statusCode: number;
  readonly payload: string;
}

/** Sends an operation faulty bodies; unknown parameters where it has none. */
async function assertRejects(operation: Described, send: Send) {
  const { body, schemas } = operation;
  const faults: fc.Arbitrary<Fault> = body
    ? faulty(body, { schemas, direction: 'request' })
    : fc.constant({ path: ['unknown'], value: undefined });
  const property = fc.asyncProperty(parametersFor(operation), faults, async (values, fault) => {
    const request = requestOf(operation, values, fault.value);
    const { statusCode, payload } = await send(
      body ? request.url : `${request.url}&unknown=1`,
      request,
    );
    assert.equal(statusCode, 400, payload);
    assert.ok(isNamed(fault, JSON.parse(payload).message), `${fault.path} ${payload}`);
  });
  await fc.assert(property, OPTIONS);
}

/** Whether a sentence of the message begins with the name of the field, or of what it is in. */
function isNamed({ path }: Fault, message: string): boolean {
  const names = path.map((_, i) => path.slice(0, i + 1).join('.'));
  const starts = ['The body', 'The request body', ...names].flatMap((name) => [
    `${name} `,
    `${name}.`,
  ]);
  return message.split('. ').some((sentence) => starts.some((start) => sentence.startsWith(start)));
}

/** A value of JSON in which a bigint is another text than a number. */
function withTypes(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}n` : one));
  return text === undefined ? undefined : JSON.parse(text);
}
