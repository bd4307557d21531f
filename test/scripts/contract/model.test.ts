// The model of a contract: what applies to a value that several schemas describe, and where it is
// written.

import t from 'tap';
import {
  asObject,
  inDirection,
  type Json,
  KEYS,
  modelOf,
  NAME,
  type Schema,
  toolsOf,
} from '../../../scripts/contract/index.ts';
import { describeSchema } from '../../../scripts/documentation/schemas/describe-schema.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const COMPONENTS = {
  Vehicle: {
    description: 'Any vehicle.',
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true } },
  },
  Kind: { description: 'A kind.', type: 'string', enum: ['road', 'city'], default: 'road' },
  Bicycle: {
    allOf: [
      ref('Vehicle'),
      { description: 'A bicycle.', type: 'object', properties: { bell: { type: 'boolean' } } },
    ],
  },
};

/** The schema of a body, in the model of a contract that has only this. */
function flat(schema: Json, components: Json = COMPONENTS): Schema {
  const content = { 'application/json': { schema } };
  const post = { operationId: 'send', requestBody: { content }, responses: {} };
  const model = modelOf({ paths: { '/a': { post } }, components: { schemas: components } });
  return model.operations[0]?.requestBody?.body?.schema as Schema;
}

t.test('of several descriptions the last one counts, for all readers', (t) => {
  const document = {
    info: { title: 'A', version: '1.0.0' },
    paths: {
      '/a': {
        post: {
          operationId: 'send',
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { it: ref('Bicycle') } },
              },
            },
          },
          responses: {},
        },
      },
    },
    components: { schemas: COMPONENTS },
  };
  const contract = modelOf(document);
  const bicycle = contract.schemas.get('Bicycle') as Schema;
  t.equal(bicycle.description, 'A bicycle.');
  t.equal(describeSchema(bicycle).description, 'A bicycle.');
  const [tool] = toolsOf(contract);
  t.match(JSON.stringify(tool?.inputSchema), '"description":"A bicycle."');
  t.notMatch(JSON.stringify(tool?.inputSchema), 'Any vehicle.');
  t.end();
});

t.test('what is beside a reference, an allOf or an anyOf replaces what is there', (t) => {
  const about = { description: 'Own.' };
  t.match(flat({ ...ref('Kind'), ...about }), { ...about, default: 'road' });
  t.match(flat({ allOf: [ref('Kind')], ...about, default: 'city' }), { ...about, default: 'city' });
  const orNull = { anyOf: [ref('Kind'), { type: 'null' }] };
  t.match(flat({ ...orNull, ...about }), { ...about, enum: ['road', 'city', null] });
  t.equal(flat(orNull).description, 'A kind.', 'and what may be null has the words of the other');
  const shown = { allOf: [{ type: 'boolean', readOnly: true }], readOnly: false };
  const { properties } = inDirection(flat({ type: 'object', properties: { shown } }), 'request');
  t.ok(asObject(properties).shown, 'so a field can be shown that its schema hides');
  t.end();
});

t.test('a schema has the name of a component that has all of its keywords', (t) => {
  for (const [schema, name] of [
    [ref('Bicycle'), 'Bicycle'],
    [{ allOf: [ref('Bicycle')], description: 'Mine.' }, 'Bicycle'],
    [{ anyOf: [ref('Bicycle'), { type: 'null' }] }, 'Bicycle'],
    [COMPONENTS.Bicycle, undefined],
  ] as const) {
    t.equal(flat(schema)[NAME], name, JSON.stringify(schema));
  }
  const described = describeSchema(flat({ anyOf: [ref('Bicycle'), { type: 'null' }] }));
  t.match(described, {
    type: 'Bicycle or null',
    object: { before: '', name: 'Bicycle', after: ' or null' },
  });
  t.end();
});

t.test('each schema has its place, and a component its own wherever it is used', (t) => {
  const schema = flat({ type: 'object', properties: { bicycle: ref('Bicycle') } });
  const at = ['paths', '/a', 'post', 'requestBody', 'content', 'application/json', 'schema'];
  t.strictSame(schema[KEYS], at);
  const bicycle = asObject(schema.properties).bicycle as unknown as Schema;
  t.strictSame(bicycle[KEYS], ['components', 'schemas', 'Bicycle']);
  const fields = asObject(bicycle.properties) as Record<string, Schema>;
  t.strictSame(fields.id?.[KEYS], ['components', 'schemas', 'Vehicle', 'properties', 'id']);
  t.strictSame(fields.bell?.[KEYS].slice(2), ['Bicycle', 'allOf', '1', 'properties', 'bell']);
  t.end();
});

t.test('components that contain each other end at the second one', (t) => {
  const components = {
    A: { type: 'object', properties: { b: ref('B') } },
    B: { type: 'object', properties: { a: ref('A') } },
  };
  const { properties } = flat(ref('A'), components);
  t.match(asObject(properties).b, { type: 'unknown', $ref: ref('B').$ref });
  t.end();
});
