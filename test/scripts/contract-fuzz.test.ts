import t from 'tap';
import { fuzz } from '../../scripts/contract-fuzz/fuzz.ts';

/*
 * Ten of the contracts that `npm run contract:fuzz` makes.
 */

const SEED = Number(process.env.TEST_SEED ?? 1);

t.test('a changed contract is refused, or served as it says', async (t) => {
  t.comment(`TEST_SEED=${SEED}`);
  const outcomes = await fuzz(10, SEED);
  for (const { mutant, verdict, reason } of outcomes) {
    t.not(verdict, 'failed', `${verdict}: ${mutant.changes.join('; ')}: ${reason}`);
  }
  t.ok(outcomes.some(({ verdict }) => verdict === 'linted'));
  t.ok(outcomes.some(({ verdict }) => verdict === 'served'));
});
