import t from 'tap';
import { emptyDatabase, onBoth, open } from '../support/both-databases.ts';

await onBoth(t, async (t, provider) => {
  t.test('SQL means the same on both databases, or is rejected', async (t) => {
    const { query } = await open(t, await emptyDatabase(t, provider));
    t.same(await query("SELECT 'x'", []), [['x']]);
    t.same(await query('SELECT CAST($1 AS TEXT), CAST($2 AS TEXT)', ['a', 'b']), [['a', 'b']]);
    const cases: Record<string, string[]> = {
      'SELECT CAST($2 AS TEXT), CAST($1 AS TEXT)': ['a', 'b'],
      'SELECT CAST($1 AS TEXT), CAST($1 AS TEXT)': ['a'],
      'SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($1 AS TEXT)': ['a', 'b'],
      'SELECT CAST($2 AS TEXT)': ['a', 'b'],
      'SELECT CAST($1 AS TEXT), CAST($3 AS TEXT)': ['a', 'b', 'c'],
      'SELECT CAST($0 AS TEXT), CAST($1 AS TEXT)': ['a', 'b'],
    };
    for (const [sql, values] of Object.entries(cases)) {
      // Also the second time, when it could be prepared already.
      for (const time of ['first', 'second']) {
        await t.rejects(query(sql, values), { message: /placeholders.* in this order/ }, time);
      }
    }
  });
});
