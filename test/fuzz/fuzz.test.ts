// A sample of what `npm run contract:fuzz` tries, the same each time.

import t from 'tap';
import { compareValidators } from './agreement.ts';
import { makeMistakes } from './mistakes.ts';

t.test('a mistake has a finding with its line, or makes a contract that works', async (t) => {
  const { counts, faults } = await makeMistakes({ count: 5, seed: 1 });
  t.strictSame(faults, []);
  t.ok(counts.finding > 5, 'most are found');
});

t.test('the service accepts what a second validator does, and loses nothing', async (t) => {
  const { counts, faults } = await compareValidators({ schemas: 50, seed: 1 });
  t.strictSame(faults, []);
  t.ok(Math.min(counts.fitting, counts.unfit) > 2_000, 'many fit, and many do not');
});
