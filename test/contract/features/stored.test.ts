import assert from 'node:assert/strict';
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { responseCheck } from '../../../scripts/contract-properties/check-response.ts';
import {
  type ContractDocument,
  readOperations,
} from '../../../scripts/contract-properties/document.ts';
import {
  type Exact,
  isEqual,
  isIdentical,
  parseExact,
  toJson,
} from '../../../scripts/contract-properties/exact.ts';
import { completeFeatures } from '../../../scripts/contract-properties/features.ts';
import { schemaOf } from '../../../scripts/contract-properties/parameters.ts';
import { type Meaning, requestsTo } from '../../../scripts/contract-properties/requests.ts';
import type { Context } from '../../../scripts/contract-properties/schema.ts';
import { defaultOf, withDefaults } from '../../../scripts/contract-properties/values.ts';
import {
  type ContractDocument as BoundDocument,
  readContract,
} from '../../../src/contract/operations.ts';
import { openStore } from '../../helper.ts';
import { UNLIMITED } from '../../support/unlimited.ts';
import { createHandlers } from './handlers.ts';

/*
 * The operations that return what they were sent do so exactly, after the database has stored it.
 */

const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
t.comment(`TEST_SEED=${seed}`);
const OPTIONS = { numRuns: 60, seed, includeErrorInReport: true };
/** What has no schema comes back as it was written. */
const FREE = ['echoFreeForm', 'echoFreeObjects', 'echoQueryJson'];

// The service and the tests each read what they need from the same contract.
const document = (await completeFeatures()).document as unknown as ContractDocument & BoundDocument;
const context: Context = { schemas: document.components?.schemas ?? {}, direction: 'request' };
const api = { contract: readContract(document), createHandlers };
const store = await openStore(t, { ANONYMOUS_PER_MINUTE: '1000000' }, api);
const { key } = await store.createKey({ plan: 'enterprise', limits: UNLIMITED });
const check = responseCheck(document);
const operations = readOperations(document);

for (const operation of operations.filter(({ operationId }) => operationId.startsWith('echo'))) {
  const { operationId, body } = operation;
  t.test(`${operationId} returns what it was sent`, async () => {
    const isSame = FREE.includes(operationId) ? isIdentical : isEqual;
    const property = fc.asyncProperty(requestsTo(operation, document), async (sample) => {
      // The service rejects requests that come all at once.
      await nextTick();
      const response = await store.send({ key, ...sample.request });
      const { statusCode, payload, rawPayload } = response;
      check(sample.request.method, sample.request.url, response);
      assert.ok(sample.allowed.includes(statusCode), `${statusCode} ${payload}`);
      if (!sample.meaning || sample.request.method === ('HEAD' as string)) return;
      if (body?.kind === 'bytes') return assert.deepEqual(rawPayload, sample.request.payload);
      if (statusCode === 204) return assert.equal(sample.request.payload, undefined);
      const wanted = body ? bodyOf(sample.meaning) : parametersOf(sample.meaning);
      const given =
        body?.kind === 'text' ? [payload] : payload.split('\n').filter(Boolean).map(parseExact);
      assert.ok(isSame(wanted, given), `${payload}, and not ${toJson(wanted)}`);
    });
    await fc.assert(property, OPTIONS);
  });

  function bodyOf({ body: sent }: Meaning): Exact[] {
    return (sent?.values ?? []).map((value) => withDefaults(body?.schema ?? {}, value, context));
  }

  function parametersOf({ parameters }: Meaning): Exact[] {
    const fields = operation.parameters.flatMap((parameter) => {
      const schema = schemaOf(parameter);
      const sent = parameters.get(parameter);
      const value =
        sent === undefined ? defaultOf(schema, context) : withDefaults(schema, sent, context);
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
      return value === undefined ? [] : [[name, value] as const];
    });
    return [{ fields }];
  }
}
