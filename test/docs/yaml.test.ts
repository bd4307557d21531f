import t from 'tap';
import { parse } from 'yaml';
import { toYaml } from '../../src/docs/yaml.ts';

t.test('writes what every parser reads the same', (t) => {
  for (const [value, text] of [
    ['=', '"="'],
    ['<<', '"<<"'],
    ['no', '"no"'],
    ['012', '"012"'],
    ['a\u2028b', '"a\\u2028b"'],
    ['a\u0085\nb', '"a\\u0085\\nb"'],
    ['\ufeff', '"\\ufeff"'],
    ['a\t b', '"a\\t b"'],
    [' \n', '"\\ \\n"'],
    ['é🐶', 'é🐶'],
    [1e21, '1.0e+21'],
    [-5e-324, '-5.0e-324'],
    [1.5e300, '1.5e+300'],
    [20, '20'],
  ] as const) {
    t.equal(toYaml([value]), `- ${text}\n`);
    if (typeof value === 'string') t.equal(toYaml({ [value]: 1 }), `${text}: 1\n`);
    for (const version of ['1.1', '1.2'] as const) {
      t.same(parse(toYaml([value]), { version }), [value], version);
    }
  }
  t.end();
});
