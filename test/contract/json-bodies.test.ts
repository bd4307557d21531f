import t from 'tap';
import { parseJson } from '../../src/contract/json-bodies.ts';

/** What JSON becomes, or the message of what is wrong with it. */
const BODIES: [json: string, expected: unknown][] = [
  ['12', 12],
  [' [ -1 , 2.5 , true , null ] ', [-1, 2.5, true, null]],
  ['9007199254740993', 9007199254740993n],
  ['{"a":[9007199254740993]}', { a: [9007199254740993n] }],
  ['{"9007199254740993":1}', { '9007199254740993': 1 }],
  ['"9007199254740993, \\"9007199254740993\\\\"', '9007199254740993, "9007199254740993\\'],
  ['{"a":"}","b":"\\"{","c":"\\\\"}', { a: '}', b: '"{', c: '\\' }],
  ['{"a":{"a":{"a":1}}}', { a: { a: { a: 1 } } }],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['{"a":1,"a":2}', 'a appears twice in one object.'],
  ['{"a":1,"\\u0061":2}', 'a appears twice in one object.'],
  ['{"a":{"b":1},"a":2}', 'a appears twice in one object.'],
  ['{"__proto__":1}', '__proto__ is not a known field.'],
  ['{"\\u005f_proto__":1}', '__proto__ is not a known field.'],
  ['"__proto__:"', '__proto__:'],
];

t.test('every number is exact, and no key is repeated, wherever it is', async (t) => {
  for (const [json, expected] of BODIES) t.strictSame(read(json), expected, json);
});

function read(json: string): unknown {
  try {
    return parseJson(json);
  } catch (error) {
    return (error as Error).message;
  }
}
