// POST /v1/pets: which bodies add an animal, and how the others are rejected.

import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { openStore, type Store } from '../helper.ts';
import { listed, petText } from './pets.ts';

const REX = '{"name":"Rex","categoryId":7}';
const JSON_TYPE = { 'content-type': 'application/json' };

type Payload = string | Buffer | Readable;

/** Sends a body as it is. */
function post({ send }: Store, payload: Payload, headers: Record<string, string> = JSON_TYPE) {
  return send({ method: 'POST', url: '/v1/pets', payload, headers });
}

/** A valid animal with more in its body. */
function rexWith(more: string) {
  return `${REX.slice(0, -1)},${more}}`;
}

/** An animal with this category. */
function rexWithCategory(json: string) {
  return `{"name":"Rex","categoryId":${json}}`;
}

/** Asserts that each body is rejected, and that nothing of it is stored. */
async function expectRejected(
  t: Test,
  code: string,
  cases: readonly (readonly [body: string | Buffer, message: string])[],
) {
  const store = await openStore(t);
  for (const [body, message] of cases) {
    const response = await post(store, body);
    t.same(response.json(), { code, message, status: 400 }, body.toString().slice(0, 80));
  }
  t.equal(await store.database.client.pet.count(), 0);
}

t.test('returns 201 with the animal, and its address in Location', async (t) => {
  const store = await openStore(t);
  const body = { name: 'Rex 🐶', categoryId: 7, status: 'pending' };
  const response = await post(store, JSON.stringify(body));
  t.equal(response.statusCode, 201);
  t.equal(response.payload, petText({ id: 1, ...body }));
  t.equal(response.headers.location, '/v1/pets/1');
  t.equal((await store.send({ url: '/v1/pets/1' })).payload, response.payload);
  t.equal((await store.send({ url: '/v1/pets' })).payload, `[${response.payload}]`);
});

t.test('keeps every name of 1 to 255 characters unchanged', async (t) => {
  const store = await openStore(t);
  for (const name of [
    'R',
    ' ',
    '🐶'.repeat(255),
    'R'.repeat(255),
    'e\u0301',
    '"\\/\b\f\n\r\t\u0001\u007f\u2028\ufeff\uffff',
    "Robert'); DROP TABLE pets;--",
    '__proto__',
    '9007199254740993',
  ]) {
    const response = await post(store, JSON.stringify({ name, categoryId: 9007199254740 }));
    t.equal(response.json().name, name);
    const fetched = await store.send({ url: String(response.headers.location) });
    t.equal(fetched.json().name, name);
  }
});

t.test('accepts every way to write a body in JSON', async (t) => {
  const store = await openStore(t);
  for (const body of [
    ' \t\r\n{ "categoryId" : 7 , "name" : "Rex" }\n',
    '{"n\\u0061me":"\\u0052ex","categoryId":7}',
    `\ufeff${REX}`,
    `\ufeff\ufeff${REX}`,
  ]) {
    t.equal((await post(store, body)).json().name, 'Rex', body);
  }
  const exact = '\ufeff\ufeff{"name":"Rex","categoryId":9007199254740993}';
  t.match((await post(store, exact)).payload, ',"categoryId":9007199254740993,');
  // By JSON Schema, each of these is an integer.
  for (const [written, stored] of [
    ['7.0', '7'],
    ['2.5e3', '2500'],
    ['-0.0', '0'],
    ['9007199254740993.0', '9007199254740993'],
    ['-9223372036854775808.0', '-9223372036854775808'],
  ] as const) {
    const { payload } = await post(store, rexWithCategory(written));
    t.match(payload, `,"categoryId":${stored},`, written);
  }
});

/** The rules of any body; those of its fields are in test/platform/contract/requests.test.ts. */
t.test('rejects a body with a field that is missing, wrong or not known', async (t) => {
  const required = 'The request body is required.';
  const noObject = 'The body must be an object.';
  await expectRejected(t, 'invalid_body', [
    ['', required],
    [' \n', required],
    ['null', required],
    ['true', noObject],
    ['5.0', noObject],
    ['9007199254740993', noObject],
    [`[${REX}]`, noObject],
    [rexWith('"__proto__":1'), '__proto__ is not a known field.'],
    [rexWith('"\\u005f_proto__":{}'), '__proto__ is not a known field.'],
    [rexWith('"\\ud83d":1'), '\ufffd is not a known field.'],
    ['{}', 'name is required. categoryId is required.'],
    ['{"name":"Rex","category_id":7}', 'categoryId is required. category_id is not a known field.'],
    [rexWithCategory('9'.repeat(60_000)), 'categoryId must be at most 9223372036854775807.'],
    [rexWithCategory('7.5'), 'categoryId must be an integer.'],
    [rexWithCategory('1e1000000000'), 'categoryId must be at most 9223372036854775807.'],
    [rexWithCategory('-9223372036854775809'), 'categoryId must be at least -9223372036854775808.'],
    [`{"name":"${'🐶'.repeat(256)}","categoryId":7}`, 'name must have at most 255 characters.'],
    ['{"name":"Rex\\u0000","categoryId":7}', 'name must not contain NUL.'],
    [rexWith('"status":"Sold"'), `status must be one of ${listed('PetStatus')}.`],
    [rexWith('"constructor":1'), 'constructor is not a known field.'],
    [rexWith('"":1'), '"" is not a known field.'],
    [rexWith('"a\\u001b[31m\\r\\nb":1'), 'a\ufffd[31m\ufffd\ufffdb is not a known field.'],
    [rexWith('"a\\u202e\\u2028b":1'), 'a\ufffd\ufffdb is not a known field.'],
    [rexWith(`"k${'🐶'.repeat(64)}":1`), `k${'🐶'.repeat(63)}… is not a known field.`],
    [rexWith(`"x":${'['.repeat(31)}${']'.repeat(31)}`), 'x is not a known field.'],
  ]);
});

t.test('rejects a body that is not JSON, or that two parsers could read differently', async (t) => {
  const noJson = 'The body is not valid JSON.';
  const noUtf8 = 'The body is not valid UTF-8.';
  const tooDeep = 'The body must not be nested more than 32 levels deep.';
  const twice = (name: string) => `${name} appears twice in one object.`;
  await expectRejected(t, 'invalid_json', [
    ['{', noJson],
    ['\0', noJson],
    ["{'name':'Rex','categoryId':7}", noJson],
    [`${REX.slice(0, -1)},}`, noJson],
    [rexWithCategory('07'), noJson],
    [rexWithCategory('9007199254740993,'), noJson],
    [`${REX}{}`, noJson],
    ['{"name":"Rex\n","categoryId":7}', noJson],
    [rexWith('"name":"Rex"'), twice('name')],
    [rexWith('"n\\u0061me":"Rex"'), twice('name')],
    [`{${'"name":"Rex",'.repeat(40)}"categoryId":7.0}`, twice('name')],
    [rexWith('"categoryId":9007199254740993'), twice('categoryId')],
    [rexWith('"x":[{},{"y":1,"z":{},"y":1}]'), twice('y')],
    [rexWith('"\\"":1,"\\u0022":1'), twice('"')],
    [rexWith(`"${'k'.repeat(65)}":1,"${'k'.repeat(65)}":1`), twice(`${'k'.repeat(64)}…`)],
    [rexWith(`"x":${'['.repeat(32)}${']'.repeat(32)}`), tooDeep],
    ['['.repeat(30_000) + ']'.repeat(30_000), tooDeep],
    [Buffer.from('{"name":"R\xe9x","categoryId":7}', 'latin1'), noUtf8],
    [Buffer.from(REX, 'utf16le').fill(0xff, 0, 1), noUtf8],
    // An unpaired surrogate, encoded as if UTF-8 allowed it.
    [Buffer.from('{"name":"\xed\xa0\xbd","categoryId":7}', 'latin1'), noUtf8],
  ]);
});

t.test('rejects a request without a body, or with a query', async (t) => {
  const { send } = await openStore(t);
  const payload = { name: 'Rex', categoryId: 7 };
  for (const [request, message] of [
    [{ url: '/v1/pets' }, 'The request body is required.'],
    [{ url: '/v1/pets', headers: JSON_TYPE }, 'The request body is required.'],
    [{ url: '/v1/pets?limit=1', payload }, 'limit is not a known parameter.'],
  ] as const) {
    t.equal((await send({ ...request, method: 'POST' })).json().message, message);
  }
});

t.test('reads bodies of up to 64 KiB, whether or not their length is announced', async (t) => {
  const store = await openStore(t);
  const limit = 65_536;
  const bodyOf = (bytes: number) => Buffer.from(REX.padEnd(bytes));
  for (const body of [bodyOf(limit), Readable.from([bodyOf(limit)])]) {
    t.equal((await post(store, body)).statusCode, 201);
  }
  for (const body of [bodyOf(limit + 1), Readable.from([bodyOf(limit), Buffer.from(' ')])]) {
    t.same((await post(store, body)).json(), {
      code: 'body_too_large',
      message: 'The body must be at most 65536 bytes.',
      status: 413,
    });
  }
  t.equal(await store.database.client.pet.count(), 2);
});

t.test('accepts bodies declared as JSON in UTF-8, and no others', async (t) => {
  const store = await openStore(t);
  const json = 'application/json';
  const noJson = 'The body must be application/json.';
  const noUtf8 = 'The charset of the body must be utf-8.';
  const coded = 'The body must have no Content-Encoding.';
  const cases: readonly (readonly [type: string, message?: string | undefined, coding?: string])[] =
    [
      [json],
      ['Application/JSON'],
      [`${json};charset="UTF-8"`],
      [`${json}; charset=UTF-8; profile=pets`],
      [`${json};charset="utf\\-8" ; x=1`],
      [`${json}; x="; charset=latin1"`],
      [`${json}; x="\\"; charset=latin1"; charset=utf-8`],
      [`${json};;`],
      [json, undefined, 'Identity'],
      [json, undefined, ''],
      [json, undefined, ' , identity,'],
      ['', noJson],
      ['text/json', noJson],
      [`${json}p`, noJson],
      ['application/problem+json', noJson],
      ['*/*', noJson],
      [`${json}, text/plain`, noJson],
      [`${json}; charset=latin1`, noUtf8],
      [`${json}; charset="utf-16"`, noUtf8],
      [`${json}; charset=utf-8; charset=latin1`, noUtf8],
      [`${json}; x="charset=utf-8"; Charset=latin1`, noUtf8],
      [`${json}; x="\\\\"; charset=latin1`, noUtf8],
      [`${json}; charset=""`, noUtf8],
      [json, coded, 'gzip'],
      [json, coded, 'identity, br'],
    ];
  for (const [type, message, coding] of cases) {
    const headers = {
      'content-type': type,
      ...(coding !== undefined && { 'content-encoding': coding }),
    };
    const response = await post(store, Buffer.from(REX), headers);
    const body = { code: 'unsupported_media_type', message, status: 415 };
    if (message === undefined) t.equal(response.statusCode, 201, type);
    else t.same(response.json(), body, `${type} ${coding}`);
  }
  const accepted = cases.filter(([, message]) => message === undefined);
  t.equal(await store.database.client.pet.count(), accepted.length);
});
