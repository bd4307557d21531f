import t from 'tap';
import { completeFeatures } from '../../../scripts/contract-properties/features.ts';
import { openServed } from '../../../scripts/contract-properties/served-contract.ts';
import { openDatabase } from '../../../src/database/index.ts';
import { createKey } from '../../../src/keys/index.ts';
import { createDatabase } from '../../support/databases.ts';
import { testConfig } from '../../support/test-config.ts';

/*
 * Every operation of the contract of features is served as it says, with handlers that check what they
 * are given and return whatever they can. TEST_SEED repeats a run.
 */

const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
t.comment(`TEST_SEED=${seed}`);
const OPTIONS = { numRuns: 60, seed };
const UNLIMITED = { perMinute: 1_000_000, perDay: 1_000_000 };

const url = await createDatabase(t);
const database = await openDatabase(url);
t.teardown(() => database.close());
const customer = { name: 'A customer', plan: 'enterprise', limits: UNLIMITED } as const;
const { key } = await createKey(database.client, customer);
const config = testConfig({ DATABASE_URL: url, ANONYMOUS_PER_MINUTE: '1000000' });
const { document } = await completeFeatures();
const served = await openServed(document, { config, database, key });
t.teardown(served.close);

for (const operation of served.operations) {
  t.test(`${operation.operationId} is served as the contract says`, () =>
    served.assertServed(operation, OPTIONS),
  );
}
