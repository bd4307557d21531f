import t from 'tap';
import { limitsOf } from '../../src/limits/plans.ts';

t.test('takes the limits of a plan from the table, whatever else is stored', async (t) => {
  t.strictSame(limitsOf({ plan: 'free', perMinute: 5, perDay: 6 }), {
    perMinute: 60,
    perDay: 1_000,
  });
});

t.test('takes the limits of an enterprise customer from the customer', async (t) => {
  t.strictSame(limitsOf({ plan: 'enterprise', perMinute: 5, perDay: 6 }), {
    perMinute: 5,
    perDay: 6,
  });
});

t.test('throws for a customer without limits', async (t) => {
  for (const limits of [
    { perMinute: null, perDay: null },
    { perMinute: 5, perDay: null },
    { perMinute: null, perDay: 6 },
  ]) {
    t.throws(() => limitsOf({ plan: 'enterprise', ...limits }), {
      message: 'A customer on the plan enterprise has no limits.',
    });
  }
});
