// The numbers of decisions, by which texts and people name them.

import { readFile } from 'node:fs/promises';
import t from 'tap';

t.test('no number of a decision is given twice', async (t) => {
  const texts = await Promise.all(
    ['openapi/platform/DECISIONS.md', 'openapi/DECISIONS.md'].map((path) => readFile(path, 'utf8')),
  );
  const numbers = [...texts.join('\n').matchAll(/^(?:\| |### )(\d+)(?= \||\. )/gm)].map(
    ([, n]) => n,
  );
  t.ok(numbers.length > 0);
  t.same(
    numbers.filter((number, i) => numbers.indexOf(number) < i),
    [],
  );
});
