// Which changes `npm run mutate` makes.

import t from 'tap';
import { sampleOf } from '../../scripts/mutate/index.ts';
import { mutationsOf } from '../../scripts/mutate/mutations.ts';

/** The mutations of a source, each as a line with its change. */
function changes(text: string): string[] {
  return mutationsOf('made-up.ts', text).map(({ line, start, end, replacement }) => {
    const lines = (text.slice(0, start) + replacement + text.slice(end)).split('\n');
    return lines[line - 1]?.trim() ?? '';
  });
}

t.test('each kind of change', async (t) => {
  for (const [text, ...changed] of [
    ['wait(1_000);', ';', 'wait((1_000 * 10));', 'wait(0);', 'wait(1);'],
    ['const none = 0n;', 'const none = 1n;'],
    ['const is = true;', 'const is = false;'],
    ['const is = a < b;', 'const is = a <= b;'],
    ['const is = a >= b;', 'const is = a > b;'],
    ['const is = a === b;', 'const is = a !== b;'],
    ['await end();', ';', 'end();'],
    ['void end();', ';'],
    ['const all = await read();', 'const all = read();'],
    ['try {} catch (error) { all = error; }', 'try {} catch (error) { throw error; }'],
    ['try {} catch {}', 'try {} catch (caught) { throw caught; }'],
    ['const end = read().catch(log);', 'const end = read();'],
    ['const all = copy(from, to, by);', 'const all = copy(to, from, by);'],
    ['const all = given ?? none;', 'const all = given;'],
    ['const f = (all: string[] = none) => all;', 'const f = (all: string[]) => all;'],
    ['const { all = none } = given;', 'const { all } = given;'],
  ] as const) {
    t.strictSame(changes(text), changed, text);
  }
});

t.test('nothing that makes no difference, or is not there when it runs', async (t) => {
  const text = [
    "import { one } from './one.ts';",
    'type Digit = 0 | 1;',
    'interface Place { digit: 0 | 1 }',
    'const texts: Record<Digit, string> = { 0: zero, 1: one } satisfies Record<0 | 1, string>;',
    'const longest = Math.max(one, other);',
    'const twice = add(one, one);',
    'class Other extends One { constructor() { super(); } }',
  ];
  t.strictSame(changes(text.join('\n')), []);
});

t.test('a seed chooses a sample, which is always the same', async (t) => {
  const mutations = mutationsOf('subject.ts', 'export const all = [1, 2, 3, 4];');
  const chosen = sampleOf(mutations, { sample: 3, seed: 'one' });
  t.equal(chosen.length, 3);
  t.strictSame(sampleOf(mutations, { sample: 3, seed: 'one' }), chosen);
  t.notSame(sampleOf(mutations, { sample: 3, seed: 'another' }), chosen);
  t.strictSame(sampleOf(mutations, { sample: 100, seed: 'one' }), mutations);
});
