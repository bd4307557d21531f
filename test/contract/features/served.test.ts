import t from 'tap';
import { completeFeatures } from '../../../scripts/contract-properties/features.ts';
import { openServed } from '../../../scripts/contract-properties/served-contract.ts';
import { openUnlimited } from '../../support/unlimited.ts';

/*
 * Every operation of the contract of features is served as it says, with handlers that check what they
 * are given and return whatever they can. TEST_SEED repeats a run.
 */

const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
t.comment(`TEST_SEED=${seed}`);
const OPTIONS = { numRuns: 60, seed };

const { database, key, config } = await openUnlimited(t);
const { document } = await completeFeatures();
const served = await openServed(document, { config, database, key });
t.teardown(served.close);

for (const operation of served.operations) {
  t.test(`${operation.operationId} is served as the contract says`, () =>
    served.assertServed(operation, OPTIONS),
  );
}
