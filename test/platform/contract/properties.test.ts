// Property tests of the contract with every feature, and of the sample service's. A failure reports
// the smallest case that shows it, and the seed; TEST_SEED repeats the run.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { openSample } from '../../helper.ts';
import { SAMPLE } from '../../support/services.ts';
import { exact, filled } from './arbitraries.ts';
import { features, featuresClient, openFeatures, type Seen } from './features.ts';
import { assertRejects, OPTIONS, testProperties } from './properties.ts';
import {
  bodiesOf,
  type Described,
  operationsOf,
  parametersFor,
  parseExact,
  requestOf,
  resultsOf,
} from './random-requests.ts';
import { type Context, resolve } from './resolve.ts';

const CONDITIONS = /^if-(none-)?match$/i;

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
          // A condition of a client is an option.
          const {
            'If-None-Match': ifNoneMatch,
            'If-Match': ifMatch,
            ...others
          } = values as Readonly<Record<string, unknown>>;
          const parameters = operation.parameters.filter(({ name }) => !CONDITIONS.test(name));
          // Those with a path have parameters that are required.
          const isFirst = parameters.some(({ required }) => required);
          const all = parameters.length > 0 ? [others] : [];
          const bodies = operation.body ? [payload] : [];
          const both = isFirst ? [...all, ...bodies] : [...bodies, ...all];
          const callOptions = { ifNoneMatch, ...(ifMatch !== undefined && { ifMatch }) };
          const got = await client[operationId]?.(...both, callOptions);
          assert.deepEqual(withTypes(got), withTypes(wanted), json);
          assertSeen(operation, values, payload, given.seen);
        },
      );
      await fc.assert(property, OPTIONS);
    });
  }
});

t.test('the contract of the service responds to every request as it says', async (t) => {
  await testProperties(t, SAMPLE.service, await openSample(t));
});

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

/** A value of JSON in which a bigint is another text than a number. */
function withTypes(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}n` : one));
  return text === undefined ? undefined : JSON.parse(text);
}
