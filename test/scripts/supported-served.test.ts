import t from 'tap';
import { compileAll } from '../../scripts/contract-fuzz/compile.ts';
import { openServed } from '../../scripts/contract-properties/served-contract.ts';
import { addCodeSamples } from '../../scripts/generate/code-samples.ts';
import { completeContract } from '../../scripts/generate/complete.ts';
import { openUnlimited } from '../support/unlimited.ts';
import { contracts, idsOf } from './supported-contracts.ts';
import { worksRows } from './supported-works.ts';

/*
 * What SUPPORTED.md says works is served as it says: each row's contract has types that compile and
 * samples, and its operations pass the property tests. TEST_SEED makes other requests.
 */

const OPTIONS = { numRuns: 10, seed: Number(process.env.TEST_SEED ?? 1) };

const { database, key, config } = await openUnlimited(t);

const rows = Object.entries(idsOf(worksRows));
const files = await contracts(
  t,
  rows.map(([, puts]) => puts),
);
const completed = await Promise.all(files.map(completeContract));
const documents = completed.map(({ document }) => document);

t.test('the types of every row compile', async (t) => {
  const found = await compileAll(documents);
  for (const [index, [id]] of rows.entries()) t.same(found[index], [], id);
});

for (const [index, [id]] of rows.entries()) {
  t.test(`${id} works`, async (t) => {
    const document = documents[index] ?? {};
    addCodeSamples(document);
    const served = await openServed(document, { config, database, key });
    t.teardown(served.close);
    for (const operation of served.operations) await served.assertServed(operation, OPTIONS);
  });
}
