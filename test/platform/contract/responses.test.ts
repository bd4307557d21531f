// What handlers return, written by hand: for the contract with every feature, and for schemas at
// the edges of the subset.

import t from 'tap';
import { openFeatures } from './features.ts';
import { responding, serve } from './made-up.ts';

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
    [
      { widget: { kind: 'cat', lives: 9, number: 1, x: 1 } },
      ',"widget":{"kind":"cat","number":1,"lives":9}',
    ],
    [{ widget: null, widgets: [{ kind: 'puppy' }] }, ',"widget":null,"widgets":[{"kind":"puppy"}]'],
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

/** A union by the field `kind`. Its branches are open in responses. */
function unionOf(branches: Readonly<Record<string, object>>) {
  const schemas = mapEntries(branches, (kind, properties) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', const: kind }, ...properties },
  }));
  const oneOf = Object.keys(branches).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { schemas, union: { oneOf, discriminator: { propertyName: 'kind' } } };
}

function mapEntries(object: object, change: (key: string, value: object) => object) {
  const entries = Object.entries(object).map(([key, value]) => [key, change(key, value)]);
  return Object.fromEntries(entries);
}

t.test('returns all fields of the branch that the discriminator chooses, or null', async (t) => {
  const int32 = { type: 'integer', format: 'int32' };
  const { schemas, union } = unionOf({
    Small: { n: int32 },
    Big: { n: { type: 'integer', minimum: 2 ** 31 }, b: int32 },
    Dated: { n: { type: 'string', format: 'date-time' } },
  });
  const orNull = { anyOf: [union, { type: 'null' }] };
  const schema = { type: 'array', maxItems: 9, items: orNull };
  const get = { operationId: 'get', ...responding(schema) };
  let value: unknown;
  const { send } = await serve(t, { '/x': { get } }, { get: () => value }, {}, schemas);
  for (const one of [
    { kind: 'Small', n: 1 },
    { kind: 'Big', n: 2 ** 40, b: 1 },
    { kind: 'Dated', n: '2026-01-01T10:00:00Z' },
    null,
  ]) {
    value = [one, one];
    t.equal((await send({ url: '/v1/x' })).payload, JSON.stringify(value));
  }
  for (const wrong of [{ kind: 'Small', n: 2 ** 40 }, { kind: 'None' }, { n: 1 }, 1]) {
    value = [wrong];
    await t.rejects(send({ url: '/v1/x' }), { message: /does not allow/ }, JSON.stringify(wrong));
  }
});
