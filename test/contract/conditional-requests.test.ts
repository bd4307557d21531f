import t from 'tap';
import { assertMatch, entityTag, matchesTag } from '../../src/contract/conditional-requests.ts';

t.test('makes a strong entity tag of a version', async (t) => {
  t.equal(entityTag('7'), '"7"');
  t.equal(entityTag(''), '""');
  for (const version of ['a"b', 'a b', 'ü\u0100', '\n']) {
    t.throws(() => entityTag(version), { name: 'RangeError' }, version);
  }
});

t.test('compares weakly for If-None-Match, and strongly for If-Match', async (t) => {
  for (const [header, tag, weak, strong] of [
    ['"1"', '"1"', true, true],
    ['W/"1"', '"1"', true, false],
    ['"1"', 'W/"1"', true, false],
    ['W/"1"', 'W/"1"', true, false],
    ['"2"', '"1"', false, false],
    ['"2", "1"', '"1"', true, true],
    ['"2" ,\t"1"', '"1"', true, true],
    [', ,"1",', '"1"', true, true],
    ['"a,b"', '"a,b"', true, true],
    ['"a,b"', '"b"', false, false],
    ['1', '"1"', false, false],
    ['w/"1"', '"1"', false, false],
    ['"1"2, "1"', '"1"', false, false],
    ['*', '"1"', true, true],
    ['"*"', '"1"', false, false],
    ['', '"1"', false, false],
    [undefined, '"1"', false, false],
    ['*', undefined, false, false],
    ['"1"', undefined, false, false],
  ] as const) {
    t.equal(matchesTag(header, tag, { weak: true }), weak, `${header} is weakly ${tag}`);
    t.equal(matchesTag(header, tag, { weak: false }), strong, `${header} is ${tag}`);
  }
});

t.test('rejects a change of what has changed', async (t) => {
  assertMatch(undefined, '"1"');
  assertMatch(undefined, undefined);
  assertMatch('"1"', '"1"');
  assertMatch('*', '"1"');
  for (const [header, tag] of [
    ['"2"', '"1"'],
    ['W/"1"', '"1"'],
    ['*', undefined],
  ] as const) {
    t.match(rejection(header, tag), { code: 'precondition_failed', statusCode: 412 });
  }
});

/** Catches by hand, since tap changes what it catches, and this error is frozen. */
function rejection(ifMatch: string, tag: string | undefined): unknown {
  try {
    return assertMatch(ifMatch, tag);
  } catch (error) {
    return error;
  }
}
