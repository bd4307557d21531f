import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { openStore } from '../helper.ts';
import { UNLIMITED } from '../support/unlimited.ts';
import { requestsTo } from './properties/requests.ts';
import type { Schemas } from './properties/schema.ts';

/*
 * Property tests of every operation, with requests generated from the contract: a new operation is
 * tested as soon as it is described. A failure reports the smallest request that shows it, and the
 * seed; TEST_SEED repeats the run.
 */

const OPTIONS = {
  numRuns: 400,
  includeErrorInReport: true,
  ...(process.env.TEST_SEED && { seed: Number(process.env.TEST_SEED) }),
};
/** The service rejects a cursor that it has not issued. */
const OPAQUE = ['cursor'];

const store = await openStore(t, { ANONYMOUS_PER_MINUTE: '1000000' });
const { key } = await store.createKey({ plan: 'enterprise', limits: UNLIMITED });
const schemas: Schemas = contract.document.components.schemas;

for (const operation of contract.operations) {
  t.test(`${operation.operationId} responds to every request as the contract says`, async (t) => {
    const seen = new Set<number>();
    const property = fc.asyncProperty(
      requestsTo(operation, contract.basePath, schemas, OPAQUE),
      async ({ request, allowed, field }) => {
        const { statusCode, payload } = await store.send({ key, ...request });
        assert.ok(allowed.includes(statusCode), `${statusCode} ${payload}`);
        seen.add(statusCode);
        if (!field || request.method !== operation.method) return;
        const { message } = JSON.parse(payload);
        assert.ok(message.startsWith(`${field} `), `${message} does not begin with ${field}`);
      },
    );
    await fc.assert(property, OPTIONS);
    // What the path identifies may not exist.
    const certain = operation.path.includes('{') ? [] : operation.successStatuses;
    for (const status of [...certain, 400, 401]) t.ok(seen.has(status), `${status}`);
  });
}
