import t, { type Test } from 'tap';
import { responding, serve } from './made-up.ts';

/*
 * What the service makes of values at the edges of the subset, both ways.
 */

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
      headers: { 'content-type': 'application/json' },
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
