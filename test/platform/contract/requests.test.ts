// What requests mean, and the sentences that reject them, written by hand for the contract with
// every feature.

import t from 'tap';
import { bodyBounds, readJson } from '../../../src/platform/contract/json-bodies.ts';
import { shownName } from '../../../src/platform/schema/sentences.ts';
import { compileCheck } from '../../../src/platform/schema/validation.ts';
import { openFeatures } from './features.ts';

const MODE = { 'X-Mode': 'fast' };
const JSON_TYPE = { 'content-type': 'application/json' };
const BIG = 9007199254740993n;
const UID = '2B1C5A8E-6F0D-4F63-9F0A-3D1C5A8E6F0D';
const NOT_DOUBLE = 'ratio must be a number that a double holds as it is written.';

/** A query or a header, and what a handler gets of it, or the sentence that rejects it. */
const PARAMETERS: readonly (readonly [
  query: string,
  expected: object | string,
  headers?: object,
])[] = [
  ['', { limit: 3, flag: false, level: 5n, states: ['a'], 'is sold': true, 'x-mode': 'fast' }],
  ['limit=9', { limit: 9 }],
  ['limit=10', 'limit must be at most 9.'],
  ...['01', '-0', '+1', '1.0', '1e0', ' 1', '0x1', '', 'many', '1,2', '٥'].map(
    (text) => [`limit=${encodeURIComponent(text)}`, 'limit must be an integer.'] as const,
  ),
  ['limit', 'limit must be an integer.'],
  ['limit=1&%6cimit=2', 'limit must be sent only once.'],
  ['other=1&other=2', 'other is not a known parameter.'],
  ...['limit[]', 'Limit', '__proto__', 'constructor', 'toString', '%zz'].map(
    (name) => [`${name}=1`, `${name} is not a known parameter.`] as const,
  ),
  ['=1', '"" is not a known parameter.'],
  ['limit=%ff', 'limit must be percent-encoded UTF-8.'],
  ['%ff=%zz', '%ff must be percent-encoded UTF-8.'],
  ['b+b%2Bb=%ff', 'b b+b must be percent-encoded UTF-8.'],
  [`ids=1&ids=${BIG}`, { ids: [1n, BIG] }],
  ['ids=9223372036854775808', 'ids.0 must be at most 9223372036854775807.'],
  ['ids=1&ids=02', 'ids.1 must be an integer.'],
  ['ids=1&ids=-0', 'ids.1 must be an integer.'],
  ['ids=1&ids=2&ids=3&ids=4&ids=5', 'ids must have at most 4 items.'],
  ['kinds=a', 'kinds must have at least 2 items.'],
  ['kinds=a&kinds=a', { kinds: ['a', 'a'] }],
  ['kinds=a&kinds=d', 'kinds.1 must be one of a, b, c.'],
  ['level=2', 'level must be one of 1, 5, 9.'],
  ['ratio=1e-7', { ratio: 1e-7 }],
  ...['-0', '-0.0'].map((text) => [`ratio=${text}`, { ratio: -0 }] as const),
  ...['1.00000000000000000001', '1e-400', '-12345678901234567890'].map(
    (text) => [`ratio=${text}`, NOT_DOUBLE] as const,
  ),
  ['ratio=-1', 'ratio must be greater than -1.'],
  ['ratio=1E%2B3', 'ratio must be at most 1.5.'],
  ...['', '.5', '5.', '05', '1e', '0x5', 'NaN', 'Infinity', '9'.repeat(400)].map(
    (text) => [`ratio=${text}`, 'ratio must be a number.'] as const,
  ),
  ...['1', 'True', ''].map((text) => [`flag=${text}`, 'flag must be a boolean.'] as const),
  ['after=2023-02-29', 'after must match format "date".'],
  ['code=a+b', 'code must match pattern "^[a-z]{2,5}$".'],
  ['code=abcdef', 'code must have at most 5 characters.'],
  ['code=ab%00', 'code must not contain NUL.'],
  ['', { 'x-count': 5 }, { 'X-Count': '5', 'X-Other': 'a' }],
  ['', 'x-count must be a multiple of 5.', { 'X-Count': '7' }],
  ['', 'x-count must be an integer.', { 'X-Count': '-0' }],
  ['', 'x-mode must be one of fast, slow.', { 'X-Mode': 'FAST' }],
];

t.test('reads each parameter exactly, and rejects everything else', async (t) => {
  const { send, given } = await openFeatures(t);
  Object.assign(given, { result: [], headers: { 'X-Total': 1n, 'X-Done': true } });
  for (const [query, expected, headers = {}] of PARAMETERS) {
    const url = `/v1/things?is+sold=true&${query}`.replace(/&$/, '');
    const response = await send({ url, headers: { ...MODE, ...headers } });
    const { query: read, headers: got } = given.seen ?? {};
    const { message = { ...read, ...got } } = response.json();
    t.match(message, expected, `${query} ${JSON.stringify(headers)}`);
    t.notMatch(got, { 'x-other': 'a' }, 'a handler gets only the headers of the contract');
  }
  t.equal((await send({ url: '/v1/things?is+sold=true' })).json().message, 'x-mode is required.');
  Object.assign(given, { result: { status: 204 }, headers: {} });
  await send({ url: `/v1/things/${BIG}/a%2Fb`, method: 'DELETE' });
  t.same(given.seen?.params, { thing_id: BIG, part: 'a/b' });
  for (const id of ['01', '+1', '-0', '1.0', '1%00', '1%2F', '1;x', '%D9%A1', '__proto__']) {
    const { message } = (await send({ url: `/v1/things/${id}/a`, method: 'DELETE' })).json();
    t.equal(message, 'thing_id must be an integer.', id);
  }
});

/** What is added to the smallest body, and what a handler gets of it, or the sentence. */
const BODIES: readonly (readonly [json: string, expected: object | string])[] = [
  ['{}', { big: 7n, mark: 'b', ratio: 0.5, deep: { big: 9007199254740991n } }],
  ['{"id":1}', 'id is not a known field.'],
  ['{"name":1,"x":1}', 'x is not a known field. name must be a string.'],
  ['{"name":""}', 'name must have at least 1 character.'],
  ['{"code":"abc"}', 'code must be in upper case.'],
  ['{"mark":"d"}', 'mark must be one of a, b, c.'],
  ['{"only":"y"}', 'only must be x.'],
  ['{"none":null,"kind":null,"parent":null,"other":null}', { none: null, kind: null, other: null }],
  ['{"none":5}', 'none must be a string or null.'],
  [`{"parent":${BIG},"other":5}`, { parent: BIG, other: 5n }],
  ['{"parent":"5"}', 'parent must be an integer or null.'],
  ['{"big":9223372036854775808}', 'big must be at most 9223372036854775807.'],
  ...['1.5', '1e-1', '"1.0"', '1.0000000000000000000001', 'null'].map(
    (big) => [`{"big":${big}}`, 'big must be an integer.'] as const,
  ),
  // A whole number is an integer, in whatever form (JSON Schema 2020-12, section 4.2.3).
  ...(
    [
      ['1.0', 1n],
      ['1e3', 1000n],
      ['2.50E+1', 25n],
      ['7000e-3', 7n],
      [`${BIG}.000`, BIG],
      ['0.9007199254740993e16', BIG],
      ['9223372036854775807.0', 2n ** 63n - 1n],
      [`1${'0'.repeat(60_000)}e-60000`, 1n],
      [`1.${'0'.repeat(60_000)}`, 1n],
      ['0e1000000000', 0n],
      ...['-0', '-0.0', '-0e0'].map((zero) => [zero, 0n] as const),
    ] as const
  ).map(([number, big]) => [`{"big":${number}}`, { big }] as const),
  ...['9223372036854775807.1', '1e-1000000000', `1${'0'.repeat(60_000)}.5`].map(
    (number) => [`{"big":${number}}`, 'big must be an integer.'] as const,
  ),
  ...['9223372036854775808.0', '1e19', '1e400', '1e1000000000', `1e1${'0'.repeat(400)}`].map(
    (number) => [`{"big":${number}}`, 'big must be at most 9223372036854775807.'] as const,
  ),
  ['{"parent":-922337203685477580.8e1}', { parent: -(2n ** 63n) }],
  ['{"parent":-922337203685477580.9e1}', 'parent must be at least -9223372036854775808.'],
  ['{"parent":-1e1000000000}', 'parent must be at least -9223372036854775808.'],
  ['{"size":10.0}', { size: 10 }],
  ['{"size":1e1,"step":4.0,"parent":4e0}', { size: 10, step: 4, parent: 4n }],
  ['{"size":7.0}', 'size must be a multiple of 5.'],
  ['{"size":1.005e3}', 'size must be at most 1000.'],
  ['{"size":5.5}', 'size must be an integer.'],
  ['{"size":1e1000000000}', 'size must be at most 1000.'],
  ['{"step":3.0}', 'step must be one of 1, 2, 4.'],
  ['{"ids":[1.0,-0]}', { ids: [1n, 0n] }],
  ['{"owner":{"name":"a","age":-0.0}}', { owner: { age: 0 } }],
  ...['-0', '-0.0', `-0,"parent":${BIG}`].map(
    (number) => [`{"price":${number}}`, { price: -0 }] as const,
  ),
  ['{"size":7}', 'size must be a multiple of 5.'],
  ['{"size":2147483648}', 'size must be at most 1000.'],
  ['{"step":3}', 'step must be one of 1, 2, 4.'],
  ['{"price":5.0,"ratio":0.10}', { price: 5, ratio: 0.1 }],
  ['{"ratio":0.1000000000000000055511151231257827}', NOT_DOUBLE],
  ['{"price":1e400}', 'price must be a number or null.'],
  ['{"price":0.1234567890123456789}', 'price must be a number that a double holds as'],
  ...['0.1', '1.50e1', '0.30000000000000004', '5e-324', '0e9', '100000000000000000000'].map(
    (number) => [`{"rows":[[${number}]]}`, { rows: [[Number(number)]] }] as const,
  ),
  ...['12345678901234567890', '-9007199254740993', '1e-400', `0.${'0'.repeat(60_000)}1`].map(
    (number) =>
      [`{"rows":[[${number}]]}`, 'rows.0.0 must be a number that a double holds'] as const,
  ),
  ...['2026-01-01t10:00:00.5z', '2026-01-01T10:00:00+02:00'].map(
    (at) => [`{"at":"${at}"}`, { at }] as const,
  ),
  ...['2026-01-01 10:00:00Z', '2026-01-01T10:00:00+02', '2026-01-01T10:00:00'].map(
    (at) => [`{"at":"${at}"}`, 'at must match format "date-time".'] as const,
  ),
  // Where other validators are known to judge otherwise than the RFC.
  ...[
    '2016-12-31T23:59:60Z',
    '2017-01-01T00:59:60+01:00',
    '1998-12-31T15:59:60.123-08:00',
    '1985-04-12T00:59:59.999999999999999Z',
  ].map((at) => [`{"at":"${at}"}`, { at }] as const),
  ...[
    '2016-12-31T24:59:60+01:00',
    '2016-12-31T22:59:60Z',
    '2016-12-31T23:59:60+01:00',
    '2026-02-29T00:00:00Z',
    '2026-01-01T00:00:00+24:00',
  ].map((at) => [`{"at":"${at}"}`, 'at must match format "date-time".'] as const),
  ...['http://[::1]:80/a?b#c', 'http://a@b:1', 'urn:isbn:1', 'a:', 'http://[v1.a]/'].map(
    (link) => [`{"link":"${link}"}`, { link }] as const,
  ),
  ...[
    'http://example.com:abc/path',
    'http://[::ffff:01.2.3.4]',
    'http://[fe80::1%eth0]/',
    'http:/[::1]',
    'http://a/%zz',
    '//a',
  ].map((link) => [`{"link":"${link}"}`, 'link must match format "uri".'] as const),
  ...['', '/a', '?a', '#a', 'a/b:c', '//a:1/b', './1:b'].map(
    (ref) => [`{"ref":"${ref}"}`, { ref }] as const,
  ),
  ...['/a\\"b', '/[::1]', '//example.com:abc/p', '//a@b@c/', '//[::ffff:192.168.0.01]', '1:b'].map(
    (ref) => [`{"ref":"${ref}"}`, 'ref must match format "uri-reference".'] as const,
  ),
  [`{"uid":"${UID}"}`, { uid: UID }],
  ...[`urn:uuid:${UID}`, `${UID}\\n`].map(
    (uid) => [`{"uid":"${uid}"}`, 'uid must match format "uuid".'] as const,
  ),
  ['{"tags":["a","a"]}', { tags: ['a', 'a'] }],
  [`{"ids":[1,${BIG}]}`, { ids: [1n, BIG] }],
  ['{"ids":[1,1.5]}', 'ids.1 must be an integer.'],
  ['{"rows":[[1],["x"]]}', 'rows.1.0 must be a number.'],
  ['{"owner":{"name":"a"}}', { owner: { name: 'a', age: 1 } }],
  ['{"widget":{}}', 'widget.kind is required.'],
  ['{"widget":{"kind":"cow"}}', 'widget.kind must be one of cat, dog, puppy.'],
  ['{"widget":{"kind":"dog","lives":1}}', 'widget.lives is not a known field.'],
  ['{"widget":[]}', 'widget must be an object or null.'],
  ['{"both":{"a":1,"d":1}}', 'both.d is not a known field.'],
  ['{"both":{}}', 'both.a is required.'],
  ['{"deep":{"within":{}}}', { deep: { within: { text: 'é' } } }],
  ['{"a.b c/d~e":"x1"}', 'a.b c/d~e must match pattern "^[\\p{L}🐶]+$".'],
  ['{"none":"a\\u0000b"}', 'none must not contain NUL.'],
  ['{"none":"\\ud83d"}', 'none must not contain an unpaired surrogate.'],
];

t.test('reads a body as its schema says, and names what is wrong with it', async (t) => {
  const { send, given } = await openFeatures(t);
  Object.assign(given, { result: { status: 202 } });
  const post = { method: 'POST', url: '/v1/things', headers: JSON_TYPE } as const;
  for (const [json, expected] of BODIES) {
    const name = json.startsWith('{"name"') ? '' : '"name":"a",';
    const payload = `{"secret":"s",${name}${json.slice(1)}`;
    const response = await send({ ...post, payload: payload.replace(',}', '}') });
    t.match(given.seen?.body ?? response.json().message, expected, json.slice(0, 99));
  }
  // An integer has no zero with a sign.
  await send({ ...post, payload: '{"name":"a","secret":"s","size":-0.0}' });
  t.ok(Object.values(given.seen?.body ?? {}).some((value) => Object.is(value, 0)));
  t.equal((await send({ ...post, payload: '[]' })).json().message, 'The body must be an object.');
});

t.test('leaves an optional body undefined, and rejects one that is not described', async (t) => {
  const { send, given } = await openFeatures(t);
  given.result = undefined;
  const patch = { method: 'PATCH', url: '/v1/things/1/a' } as const;
  for (const headers of [{}, JSON_TYPE]) {
    t.equal((await send({ ...patch, headers })).statusCode, 204);
    t.equal(given.seen?.body, undefined);
  }
  const empty = await send({ ...patch, headers: JSON_TYPE, payload: '{}' });
  t.equal(empty.json().message, 'The body must have at least 1 field.');
  const sent = await send({ ...patch, method: 'DELETE', payload: {} });
  t.same([sent.statusCode, sent.json().message], [400, 'The request must not have a body.']);
  given.result = { status: 204 };
  const typed = await send({ ...patch, method: 'DELETE', headers: { 'content-type': 'text/css' } });
  t.equal(typed.statusCode, 204, 'the type of no body does not matter');
});

/** What JSON becomes, or the message of what is wrong with it. */
const TEXTS: readonly (readonly [json: string, expected: unknown])[] = [
  [' [ -1 , 2.5 , true , null ] ', [-1, 2.5, true, null]],
  ['{"a":[9007199254740993]}', { a: [BIG] }],
  ['\r\n{\r\n\t"a" :  [\n\n    9007199254740993  ,  2 ]\r\n}\n', { a: [BIG, 2] }],
  ['{"9007199254740993":1}', { '9007199254740993': 1 }],
  ['"9007199254740993, \\"9007199254740993\\\\"', '9007199254740993, "9007199254740993\\'],
  ['{"a":"}","b":"\\"{","c":"\\\\"}', { a: '}', b: '"{', c: '\\' }],
  ['[{"a":{"a":1}},{"a":2}]', [{ a: { a: 1 } }, { a: 2 }]],
  ['{"a":1,"\\u0061":2}', 'a appears twice in one object.'],
  ['{"a":[1],"b":{"c":1,"c":[1e9]}}', 'c appears twice in one object.'],
  ['{"a":{"b":1e9,"c":[-0]},"a":{"b":[1]}}', 'a appears twice in one object.'],
  ['{"a":[{"b":1e9}],"a":null}', 'a appears twice in one object.'],
  ['{"a":{"b":1e9},"a":null}', 'a appears twice in one object.'],
  ['[{"b":{"__proto__":1}}]', '__proto__ is not a known field.'],
  // With more members than are read.
  [`{${'"a":1,'.repeat(6)}"b":7.0}`, 'a appears twice in one object.'],
  ['{"c":1,"d":1,"e":1,"f":1,"g":1,"h":{},"h":1}', 'h appears twice in one object.'],
  [
    '{"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"\\u0061":[9007199254740993],"b":[1,2,3,4,5]}',
    { c: 1, d: 1, e: 1, f: 1, g: 1, a: [BIG], b: [1, 2, 3, 4] },
  ],
];
/** Any body, as if of a schema with so many fields and items. */
const ANY = { names: new Set(['a', 'b']), maxFields: 5, maxItems: 4 };

t.test('every number is exact, and no key is repeated, wherever it is', async (t) => {
  for (const [json, expected] of TEXTS) {
    let read: unknown;
    try {
      read = readJson(Buffer.from(json), ANY);
    } catch (error) {
      read = (error as Error).message;
    }
    t.strictSame(read, expected, json);
  }
});

t.test('a body that is far too long is cut', (t) => {
  const read = (value: unknown) => readJson(Buffer.from(JSON.stringify(value)), ANY);
  t.strictSame(read({ b: [0.5, 1, {}, [1], 5, { c: 6 }] }), { b: [0.5, 1, {}, [1]] });
  const fields = { c: 1, d: 2, e: 3, f: 4, b: 5, g: 6, h: 7, a: 8 };
  const kept = { a: 8, b: 5, c: 1, d: 2, e: 3, f: 4 };
  t.strictSame(read(fields), kept, 'but has every field that its schema knows');
  t.end();
});

t.test('numbers of any form are read about as fast as anything else', (t) => {
  const bounds = { ...ANY, maxItems: 100_000 };
  const bytesOf = (item: string) => {
    const count = Math.floor(65_536 / (item.length + 1)) - 1;
    return Buffer.from(`[${`${item},`.repeat(count)}${item}]`);
  };
  const millisecondsFor = (bytes: Buffer) => {
    const { user, system } = process.cpuUsage();
    readJson(bytes, bounds);
    const used = process.cpuUsage();
    return (used.user - user + used.system - system) / 1_000;
  };
  const forms = ['{"a":1}', '1e9', '0.5', '-0', '7.0', '9007199254740993.0', '1e1000000000'];
  const bodies = forms.map(bytesOf);
  // In turns, so that a busy machine and the compiler's progress concern all of them.
  const rounds = Array.from({ length: 20 }, () => bodies.map(millisecondsFor));
  const [ordinary = 0, ...unusual] = forms.map((_, form) =>
    Math.min(...rounds.map((round) => round[form] ?? Number.NaN)),
  );
  t.ok(Math.max(...unusual) < 8 * ordinary, `${unusual} ms, and otherwise ${ordinary} ms`);
  t.end();
});

t.test('says no more than twenty sentences, and cuts long names', async (t) => {
  const options = { source: 'json', direction: 'request', noun: 'field', allErrors: true } as const;
  const names = Array.from({ length: 30 }, (_, i) => `field${i}`);
  const check = compileCheck(
    { type: 'object', properties: {}, required: names, additionalProperties: false },
    options,
  );
  const sentences = check({});
  t.equal(sentences.length, 20);
  t.equal(sentences.at(-1), 'field19 is required.');
  t.equal(shownName('x'.repeat(64)), 'x'.repeat(64));
  t.equal(shownName(`${'x'.repeat(64)}y`), `${'x'.repeat(64)}…`);
});

t.test('reads 32 levels, and no more', async (t) => {
  const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
  t.ok(readJson(nested(32), ANY));
  const message = 'The body must not be nested more than 32 levels deep.';
  t.throws(() => readJson(nested(33), ANY), { code: 'invalid_json', message });
  // Also where nobody looks: behind more items than are read.
  const skipped = Buffer.from(`[1,1,1,1,1,${nested(32)}]`);
  t.throws(() => readJson(skipped, ANY), { message });
});

t.test('reads thirty fields and items more than a schema allows', async (t) => {
  const text = { type: 'string' };
  const items = { type: 'array', items: text, maxItems: 5 };
  const bounds = bodyBounds({ type: 'object', properties: { a: text, b: items } });
  t.strictSame(bounds, { names: new Set(['a', 'b']), maxFields: 32, maxItems: 35 });
});

t.test('does not compile a schema with anything that would not be checked', async (t) => {
  const integer = { type: 'integer' };
  for (const [schema, message] of [
    [{ ...integer, format: 'uint64' }, /The format uint64 is not checked on type integer/],
    [{ type: 'number', format: 'int64' }, /The format int64 is not checked on type number/],
    [{ type: 'number', multipleOf: 0.1 }, /A bound of an integer/],
    [{ ...integer, minimum: 0.5 }, /A bound of an integer/],
    [{ ...integer, format: 'int64', minimum: 2 ** 53 }, /A bound of an integer/],
    [{ ...integer, format: 'int32', minimum: 2 ** 31 }, /A bound of an integer/],
    [{ type: ['string', 'boolean'] }, /union type/],
    [{ type: 'string', format: 'hostname' }, /unknown format "hostname"/],
    [{ type: 'string', maxlength: 5 }, /unknown keyword: "maxlength"/],
    [{ type: 'string', minimum: 1 }, /minimum/],
  ] as const) {
    const whole = { type: 'object', properties: { value: schema } };
    const options = { source: 'json', direction: 'request', noun: 'field' } as const;
    t.throws(() => compileCheck(whole, options), { message }, JSON.stringify(schema));
  }
});
