import t, { type Test } from 'tap';
import { openFeatures } from './features.ts';
import { responding, serve } from './made-up.ts';

/*
 * What handlers return, written by hand: for the contract with every feature, and for schemas at
 * the edges of the subset.
 */

const POST = {
  ...({ method: 'POST', url: '/v1/things' } as const),
  headers: { 'content-type': 'application/json' },
  payload: '{"name":"a","secret":"s"}',
};
const AT = { Location: '/v1/things/1' };
const BIG = 2n ** 62n;

t.test('writes what a handler returns exactly, and leaves out what is not described', async (t) => {
  const { send, given } = await openFeatures(t);
  for (const [more, json] of [
    [{ extra: 1, secret: 'x' }, ''],
    [{ parent: BIG, kind: null }, `,"kind":null,"parent":${BIG}`],
    [{ parent: null, ratio: 0.5, price: 1e21 }, ',"parent":null,"ratio":0.5,"price":1e+21'],
    [{ pet: { kind: 'cat', lives: 9, no: 1, x: 1 } }, ',"pet":{"kind":"cat","no":1,"lives":9}'],
    [{ pet: null, pets: [{ kind: 'puppy' }] }, ',"pet":null,"pets":[{"kind":"puppy"}]'],
    [{ shape: { w: 1, h: 2.5 } }, ',"shape":{"w":1,"h":2.5}'],
    [{ either: [true] }, ',"either":[true]'],
    [{ notes: { a: 1n, 'b"': BIG, c: null } }, `,"notes":{"a":1,"b\\"":${BIG},"c":null}`],
    [{ 'a.b c/d~e': '🐶é' }, ',"a.b c/d~e":"🐶é"'],
  ] as const) {
    const body = { id: 1n, name: 'a', ...more };
    Object.assign(given, { result: { status: 201, body }, headers: AT });
    t.same(JSON.parse((await send(POST)).payload), JSON.parse(`{"id":1,"name":"a"${json}}`));
    const [digits = ''] = json.match(/\d{9,}/) ?? [];
    t.ok((await send(POST)).payload.includes(digits), 'which JSON.parse rounds');
  }
});

t.test('returns every success status that is declared, with its headers', async (t) => {
  const { send, given } = await openFeatures(t);
  const remove = { method: 'DELETE', url: '/v1/things/1/a' } as const;
  const successor = '</v1/things>; rel="successor-version"';
  const created = { id: 1n, name: 'a' };
  for (const [request, result, headers, payload, shown] of [
    [POST, { status: 201, body: created }, AT, '{"id":1,"name":"a"}', { location: '/v1/things/1' }],
    [POST, { status: 202 }, {}, '', { 'content-length': '0' }],
    [remove, { status: 204 }, {}, '', { link: successor, sunset: /GMT$/ }],
    [
      remove,
      { status: 303 },
      { Location: '/v1/things', Link: '</v1/things>; rel="related"' },
      '',
      { link: `${successor}, </v1/things>; rel="related"` },
    ],
  ] as const) {
    Object.assign(given, { result, headers });
    const response = await send(request);
    t.equal(response.statusCode, result.status, response.payload);
    t.equal(response.payload, payload);
    t.match(response.headers, shown);
    t.equal(response.headers['content-type'], payload === '' ? undefined : 'application/json');
    if (result.status === 204) t.notOk(response.headers['content-length']);
  }
  const list = { url: '/v1/things?is+sold=true', headers: { 'X-Mode': 'fast' } };
  Object.assign(given, { result: [], headers: { 'x-total': BIG, 'X-Done': false, 'X-Note': 'a' } });
  for (const method of ['GET', 'HEAD'] as const) {
    const { headers, payload } = await send({ ...list, method });
    t.match(headers, {
      'x-total': `${BIG}`,
      'x-done': 'false',
      'x-note': 'a',
      'content-length': '2',
    });
    t.equal(payload, method === 'GET' ? '[]' : '');
  }
});

t.test('fails where a handler returns what the contract does not allow', async (t) => {
  const { send, given } = await openFeatures(t);
  const ok = (more: object) => ({ status: 201, body: { id: 1n, name: 'a', ...more } });
  for (const [result, headers, violation] of [
    [ok({ id: 1.7 }), AT, 'id must be an integer.'],
    [ok({ id: 2n ** 63n }), AT, 'id must be at most 9223372036854775807.'],
    [ok({ mark: 'd' }), AT, 'mark must be one of a, b, c.'],
    [ok({ name: null }), AT, 'name must be a string.'],
    [ok({ price: Number.NaN }), AT, 'price must be a number or null.'],
    [ok({ at: new Date() }), AT, 'at must be a string.'],
    [{ status: 201, body: Object.create({ id: 'a', name: 'a' }) }, AT, 'id must be an integer.'],
    [ok({ name: '\ud83d' }), AT, 'name must not contain an unpaired surrogate.'],
    [{ status: 201, body: {} }, AT, 'id is required.'],
    [{ status: 201 }, AT, 'The body must be an object.'],
    [{ status: 200 }, {}, 'The status must be one of 201, 202.'],
    [undefined, {}, 'The status must be one of 201, 202.'],
    [{ status: 202, body: {} }, {}, 'The response has no body.'],
    [ok({}), {}, 'Location is required.'],
    [ok({}), { Location: undefined }, 'Location is required.'],
    [ok({}), { Location: 7 }, 'Location must be a string.'],
    [{ status: 202 }, AT, 'location is not a known header of this response.'],
    [ok({}), { ...AT, 'X-Other': '1' }, 'x-other is not a known header of this response.'],
  ] as const) {
    Object.assign(given, { result, headers });
    const message = `createThing returned what the contract does not allow: ${violation}`;
    await t.rejects(send(POST), { message });
  }
  Object.assign(given, { result: ok({}), headers: { Location: 'a\nb' } });
  t.equal((await send(POST)).statusCode, 500, 'no header can have it');
});

t.test('names a fault of a handler in the log, and nowhere else', async (t) => {
  const { app, key, log, given } = await openFeatures(t, { LOG_LEVEL: 'error' });
  Object.assign(given, { result: { status: 200 } });
  const headers = { ...POST.headers, authorization: `Bearer ${key}` };
  const { statusCode, payload } = await app.inject({ ...POST, headers });
  t.equal(statusCode, 500);
  t.notMatch(payload, 'createThing');
  t.match(JSON.parse(log[0] ?? '')['exception.message'], 'createThing returned what the contract');
});

/** Sends JSON as the field `v` of a body; the handler returns it. */
async function echo(t: Test, fields: Readonly<Record<string, object>>) {
  const schema = { type: 'object', additionalProperties: false, properties: fields };
  const post = {
    operationId: 'echo',
    requestBody: { required: true, content: { 'application/json': { schema } } },
    ...responding(schema),
  };
  const { send } = await serve(
    t,
    { '/x': { post } },
    { echo: ({ body }: { body: object }) => body },
  );
  return (payload: string) =>
    send({
      method: 'POST',
      url: '/v1/x',
      headers: POST.headers,
      payload,
    });
}

/** A handler returns each value as a body of the schema. */
async function returning(t: Test, schema: object) {
  let value: unknown;
  const get = { operationId: 'get', ...responding({ type: 'array', items: schema }) };
  const { send } = await serve(t, { '/x': { get } }, { get: () => [value] });
  return async (returned: unknown) => {
    value = returned;
    const { payload } = await send({ url: '/v1/x' });
    return payload.slice(1, -1);
  };
}

const open = (properties: object) => ({ type: 'object', properties });
const closed = (properties: object) => ({ ...open(properties), additionalProperties: false });
const INT32 = { type: 'integer', format: 'int32' };
const TEXT = { type: 'string', maxLength: 9 };

t.test('returns all fields of the branch that a value fits', async (t) => {
  const big = open({ n: { type: 'integer', minimum: 2 ** 31 }, b: INT32 });
  const listOf = (items: object) => ({ type: 'array', items });
  const dateTime = { type: 'string', format: 'date-time' };
  const withSpace = { type: 'string', maxLength: 20, pattern: ' ' };
  const either = { anyOf: [closed({ a: INT32 }), open({ b: INT32 })] };
  for (const [schema, value] of [
    [{ oneOf: [open({ n: INT32 }), big] }, { n: 2 ** 40, b: 1 }],
    [{ oneOf: [listOf(open({ n: INT32 })), listOf(big)] }, [{ n: 2 ** 40, b: 1 }]],
    [{ oneOf: [{ oneOf: [open({ n: INT32 }), open({ n: TEXT })] }, big] }, { n: 2 ** 40, b: 1 }],
    [
      { oneOf: [open({ d: dateTime }), open({ d: withSpace, b: INT32 })] },
      { d: '2026-01-01 10:00:00Z', b: 1 },
    ],
    [either, { a: 1 }],
    [either, { b: 1 }],
  ] as const) {
    const send = await returning(t, schema);
    t.equal(await send(value), JSON.stringify(value));
  }
});

t.test('a union may be null', async (t) => {
  for (const keyword of ['oneOf', 'anyOf']) {
    for (const union of [
      [closed({ a: INT32 }), closed({ b: INT32 })],
      [closed({ a: INT32 }), { type: 'boolean' }],
      [TEXT, { type: 'boolean' }],
    ]) {
      const orNull = { [keyword]: [{ [keyword]: union }, { type: 'null' }] };
      const send = await echo(t, {
        v: orNull,
        list: { type: 'array', maxItems: 9, items: orNull },
      });
      const { statusCode, payload } = await send('{"v":null,"list":[null]}');
      t.equal(statusCode, 200, payload);
      t.equal(payload, '{"v":null,"list":[null]}');
      t.equal((await send('{"v":[]}')).statusCode, 400);
    }
  }
});

t.test('counts the fields that are sent', async (t) => {
  const counted = {
    type: 'object',
    properties: { a: INT32, secret: { ...INT32, writeOnly: true } },
    minProperties: 1,
    maxProperties: 1,
  };
  const send = await returning(t, counted);
  t.equal(await send({ a: 1 }), '{"a":1}');
  t.equal(await send({ a: 1, secret: 2, other: 3, none: undefined }), '{"a":1}');
  for (const none of [{}, { other: 1 }, { secret: 1 }, { a: undefined, other: 1 }]) {
    await t.rejects(send(none), { message: /0 must have at least 1 field/ });
  }
  const map = { type: 'object', additionalProperties: INT32, maxProperties: 1 };
  const sendMap = await returning(t, map);
  t.equal(await sendMap({ x: 1 }), '{"x":1}');
  await t.rejects(sendMap({ x: 1, y: 2 }), { message: /0 must have at most 1 field/ });
  const union = { oneOf: [{ ...counted, required: ['a'] }, closed({ b: INT32 })] };
  const sendUnion = await returning(t, union);
  t.equal(await sendUnion({ a: 1, secret: 2, other: 3 }), '{"a":1}');
});
