import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { openStore } from '../helper.ts';
import { UNLIMITED } from '../support/unlimited.ts';
import { readOperations } from './properties/document.ts';
import { type Request, requestsTo } from './properties/requests.ts';

/*
 * Property tests of every operation, with requests generated from the contract: a new operation is
 * tested as soon as it is described. A failure reports the smallest request that shows it, and the
 * seed; TEST_SEED repeats the run.
 */

const OPTIONS = {
  numRuns: 400,
  includeErrorInReport: true,
  interruptAfterTimeLimit: 60_000,
  ...(process.env.TEST_SEED && { seed: Number(process.env.TEST_SEED) }),
};
const PATIENCE = 5;

const store = await openStore(t, { ANONYMOUS_PER_MINUTE: '1000000' });
const { key } = await store.createKey({ plan: 'enterprise', limits: UNLIMITED });

const { document } = contract;
/** The service rejects a cursor that it has not issued. */
const opaque = ['cursor'];

for (const operation of readOperations(document)) {
  t.test(`${operation.operationId} responds to every request as the contract says`, async (t) => {
    const seen = new Set<number>();
    const property = fc.asyncProperty(
      requestsTo(operation, document, { opaque }),
      async ({ request, allowed }) => {
        const { statusCode, payload } = await send({ key, ...request });
        assert.ok(allowed.includes(statusCode), `${statusCode} ${payload}`);
        seen.add(statusCode);
      },
    );
    await fc.assert(property, OPTIONS);
    // What the path identifies may not exist.
    const certain = operation.path.includes('{') ? [] : operation.successStatuses;
    for (const status of [...certain, 400, 401]) t.ok(seen.has(status), `${status}`);
  });
}

/** Sends a request again, a few times, while the service is overloaded by a busy machine. */
async function send(request: Request, patience = PATIENCE) {
  const answer = await store.send(request);
  if (answer.statusCode !== 503 || patience === 0) return answer;
  await wait(Number(answer.headers['retry-after']) * 1_000);
  return send(request, patience - 1);
}
