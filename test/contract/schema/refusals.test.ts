import t from 'tap';
import { compileSchema } from '../../../src/contract/schemas.ts';

const a = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', const: 'a' } },
};
const loose = { type: 'object', properties: { kind: { type: 'string', const: 'a' } } };
const open = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
const schemas = {
  a,
  b: { ...a, properties: { kind: { type: 'string', enum: ['b', 'c'] } } },
  loose,
  open,
  Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
  Round: { $ref: '#/components/schemas/Round' },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const by = (branches: object[], discriminator: unknown = { propertyName: 'kind' }) => ({
  oneOf: branches,
  discriminator,
});

t.test('refuses with its place what it would not check', async (t) => {
  for (const [schema, keys, message] of [
    [
      { type: 'string', nullable: true },
      'nullable',
      'nullable is not supported. Write null as one of its types.',
    ],
    [{ type: 'string', minLength: -1 }, 'minLength', 'minLength must be a count.'],
    [
      { type: 'string', pattern: '(' },
      'pattern',
      '( is not a regular expression of ECMAScript with flag u.',
    ],
    [{ type: 'string', enum: [] }, 'enum', 'enum must be a list of values.'],
    [{ type: 'string', enum: ['a', 5] }, 'enum', '5 is not of type string.'],
    [{ type: 'integer', const: 1.5 }, 'const', '1.5 is not of type integer.'],
    [{ type: 'object', const: {} }, 'const', '{} is not of type object.'],
    [
      { type: 'number', multipleOf: 0 },
      'multipleOf',
      'multipleOf must be a number greater than 0.',
    ],
    [{ type: 'array', items: true }, 'items', 'items must be a schema.'],
    [
      { type: 'object', unevaluatedProperties: true },
      'unevaluatedProperties',
      'unevaluatedProperties must be false.',
    ],
    [{ type: 'object', required: ['x'] }, 'required', 'Describe x in properties.'],
    [{ type: 'object', properties: { x: true } }, 'properties.x', 'A schema must be an object.'],
    [{ $ref: '#/x' }, '$ref', '#/x is not in components.schemas.'],
    [
      { type: 'object', properties: { x: ref('Round') } },
      'components.schemas.Round',
      'The schema refers to itself without a property or item between.',
    ],
    [
      ref('Loop'),
      'components.schemas.Loop',
      'The schema refers to itself without a property or item between.',
    ],
    [
      ref('Round'),
      'components.schemas.Round',
      'The schema refers to itself without a property or item between.',
    ],
    [
      { discriminator: { propertyName: 'kind' } },
      'discriminator',
      'discriminator needs either oneOf or anyOf beside it.',
    ],
    [by([ref('a')], { mapping: {} }), 'discriminator', 'discriminator must have a propertyName.'],
    [by([ref('a'), ref('a')]), 'discriminator', 'Two branches have a as kind.'],
    [by([ref('a'), ref('b')]), 'discriminator.mapping', 'Map c to the branch that allows it.'],
    [by([a]), 'discriminator.mapping', 'Map a to the branch that allows it.'],
    [
      by([ref('a')], { propertyName: 'kind', mapping: { d: 'a' } }),
      'discriminator.mapping.d',
      'No branch allows d as kind.',
    ],
    [by([ref('loose')]), 'oneOf.0', 'Add kind, the discriminator, to required.'],
    [by([ref('open')]), 'oneOf.0', 'Give kind, the discriminator, a const or enum of strings.'],
  ] as const) {
    const options = { schemas, direction: 'request', source: 'json', noun: 'field' } as const;
    const wanted = { name: 'SchemaError', keys: keys.split('.'), message };
    t.throws(() => compileSchema(schema, options), wanted, JSON.stringify(schema));
  }
});
