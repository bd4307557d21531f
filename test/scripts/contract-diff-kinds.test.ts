import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { stringify } from 'yaml';
import { BREAKING } from '../../scripts/contract/change-kinds.ts';
import { compareContracts } from '../../scripts/contract/changes.ts';
import { temporaryFolder } from '../support/databases.ts';

/*
 * Everything that can be compared changes at once, each in an operation or a field of its own.
 */

type Kind = 'breaking' | 'additive' | 'documentation';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object, others: object = {}) => ({
  type: 'object',
  properties,
  ...others,
});
const text = { type: 'string' };
const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const operation = (operationId: string, others: object = {}) => ({
  operationId,
  'x-stability': 'stable',
  responses: { 200: { description: 'It.', ...json(object({ a: text })) } },
  ...others,
});
const query = (name: string, schema: object, others: object = {}) => ({
  parameters: [{ name, in: 'query', schema, ...others }],
});
const body = (schema: object, others: object = { required: true }) => ({
  requestBody: { ...json(schema), ...others },
});
const result = (schema: object) => ({
  responses: { 200: { description: 'It.', ...json(schema) } },
});
const statuses = (...names: string[]) => ({
  responses: Object.fromEntries(names.map((name) => [name, { description: 'It.' }])),
});
const header = (headers: object) => ({ responses: { 200: { description: 'It.', headers } } });
const union = (keyword: string, ...types: string[]) => ({
  [keyword]: types.map((type) => ({ type })),
});
const chosen = (propertyName: string, mapping: object) => ({
  oneOf: [$ref('Cat'), $ref('Dog')],
  discriminator: { propertyName, mapping },
});
const list = { type: 'array', items: text };
const closed = { additionalProperties: false };

/** What an operation has before and after, and what that is for clients. */
type Case = readonly [
  before: object | undefined,
  after: object | undefined,
  kind: Kind | undefined,
];

const LINES: Readonly<Record<string, readonly Case[]>> = {
  'an operation or path that is removed before its sunset, or has another operationId': [
    [{}, undefined, 'breaking'],
    // One that is like another would count as renamed.
    [undefined, body(object({ other: list })), 'additive'],
    [{ operationId: 'one' }, { operationId: 'other' }, 'breaking'],
  ],
  'a parameter that is removed, added as required, becomes required, or has another style or explode':
    [
      [query('q', text), { parameters: [] }, 'breaking'],
      [{ parameters: [] }, query('q', text, { required: true }), 'breaking'],
      [{ parameters: [] }, query('q', text), 'additive'],
      [query('q', text), query('q', text, { required: true }), 'breaking'],
      [query('q', list), query('q', list, { style: 'pipeDelimited' }), 'breaking'],
      [query('q', list), query('q', list, { explode: false }), 'breaking'],
      [query('q', list), query('q', list, { style: 'form', explode: true }), undefined],
      [query('q', text, { in: 'cookie' }), query('q', text, { in: 'header' }), 'breaking'],
    ],
  'a request body that is removed or becomes required, and another media type': [
    [body(text), {}, 'breaking'],
    [body(text, {}), body(text), 'breaking'],
    [body(text), body(text, {}), 'additive'],
    [
      body(text),
      { requestBody: { required: true, content: { 'text/plain': { schema: text } } } },
      'breaking',
    ],
  ],
  'a success status that is added, and any status that is removed': [
    [statuses('200'), statuses('200', '202'), 'breaking'],
    [statuses('200'), statuses('200', '409'), 'additive'],
    [statuses('200', '409'), statuses('200'), 'breaking'],
  ],
  'a response header that is removed or no longer required': [
    [header({ 'X-A': { schema: text } }), header({}), 'breaking'],
    [
      header({ 'X-A': { schema: text, required: true } }),
      header({ 'X-A': { schema: text } }),
      'breaking',
    ],
    [header({}), header({ 'X-A': { schema: text } }), 'additive'],
  ],
  'another security scheme, alternative or scope': [
    [{}, { security: [{ apiKey: ['admin'] }] }, 'breaking'],
    [{}, { security: [{ apiKey: [] }] }, undefined],
    [{ security: [{ apiKey: [] }, { other: [] }] }, { security: [{ apiKey: [] }] }, 'breaking'],
  ],
  'another server, lower stability, or an earlier sunset': [
    [{}, { 'x-stability': 'beta' }, 'breaking'],
    [{ 'x-stability': 'beta' }, {}, 'documentation'],
    [{ 'x-sunset': '2030-01-02' }, { 'x-sunset': '2030-01-01' }, 'breaking'],
  ],
  'in requests: a field that is required, removed, or becomes readOnly; fewer types or values; narrower bounds':
    [
      [body(object({ a: text })), body(object({ a: text }, { required: ['a'] })), 'breaking'],
      [body(object({ a: text }, { required: ['a'] })), body(object({ a: text })), 'additive'],
      [body(object({ a: text, b: text }, closed)), body(object({ a: text }, closed)), 'breaking'],
      [body(object({ a: text })), body(object({ a: { ...text, readOnly: true } })), 'breaking'],
      [body(object({ a: { ...text, readOnly: true } })), body(object({ a: text })), 'additive'],
      [
        body(object({ a: { ...text, readOnly: true } }, { required: ['a'] })),
        body(object({ a: text }, { required: ['a'] })),
        'breaking',
      ],
      [body({ type: ['string', 'null'] }), body(text), 'breaking'],
      [body(text), body({ type: ['string', 'null'] }), 'additive'],
      [body({ ...text, enum: ['a', 'b'] }), body({ ...text, enum: ['a'] }), 'breaking'],
      [body({ ...text, enum: ['a'] }), body({ ...text, enum: ['a', 'b'] }), 'additive'],
      [body({ ...text, maxLength: 9 }), body({ ...text, maxLength: 8 }), 'breaking'],
      [body({ ...text, maxLength: 8 }), body({ ...text, maxLength: 9 }), 'additive'],
    ],
  'in responses: a field that is removed, no longer required, or becomes writeOnly; more types or values; wider bounds':
    [
      [result(object({ a: text, b: text })), result(object({ a: text })), 'breaking'],
      [result(object({ a: text }, { required: ['a'] })), result(object({ a: text })), 'breaking'],
      [
        result(object({ a: text })),
        result(object({ a: { ...text, writeOnly: true } })),
        'breaking',
      ],
      [
        result(object({ a: { ...text, writeOnly: true } })),
        result(object({ a: text })),
        'additive',
      ],
      [result(text), result({ type: ['string', 'null'] }), 'breaking'],
      [result({ ...text, enum: ['a'] }), result({ ...text, enum: ['a', 'b'] }), 'breaking'],
      [result({ ...text, maxLength: 8 }), result({ ...text, maxLength: 9 }), 'breaking'],
      [result({ ...text, maxLength: 9 }), result({ ...text, maxLength: 8 }), 'additive'],
    ],
  'another pattern, format, const or multipleOf, in the direction in which fewer or more values fit':
    [
      [body({ ...text, pattern: '^a$' }), body({ ...text, pattern: '^b$' }), 'breaking'],
      [body(text), body({ ...text, format: 'uuid' }), 'breaking'],
      [result({ ...text, format: 'uuid' }), result(text), 'breaking'],
      [result({ ...text, const: 'a' }), result({ ...text, const: 'b' }), 'breaking'],
      [body({ type: 'integer' }), body({ type: 'integer', multipleOf: 2 }), 'breaking'],
    ],
  'additionalProperties or unevaluatedProperties, in the same way': [
    [body(object({ a: text })), body(object({ a: text }, closed)), 'breaking'],
    [
      body({ allOf: [object({ a: text })] }),
      body({ allOf: [object({ a: text })], unevaluatedProperties: false }),
      'breaking',
    ],
  ],
  'a branch of oneOf or anyOf that is removed from a request or added to a response': [
    [body(union('oneOf', 'string', 'integer')), body(union('oneOf', 'string')), 'breaking'],
    [result(union('anyOf', 'string')), result(union('anyOf', 'string', 'integer')), 'breaking'],
    [body(union('anyOf', 'string')), body(union('anyOf', 'string', 'integer')), 'additive'],
  ],
  'another discriminator, or a mapping that is removed or changed': [
    [result(chosen('kind', { cat: 'Cat' })), result(chosen('type', { cat: 'Cat' })), 'breaking'],
    [result(chosen('kind', { cat: 'Cat' })), result(chosen('kind', { cat: 'Dog' })), 'breaking'],
    [
      result(chosen('kind', { cat: 'Cat' })),
      result(chosen('kind', { cat: 'Cat', dog: 'Dog' })),
      'additive',
    ],
  ],
  'another default, or none': [
    [query('q', { ...text, default: 'a' }), query('q', { ...text, default: 'b' }), 'breaking'],
    [query('q', { ...text, default: 'a' }), query('q', text), 'breaking'],
    [query('q', text), query('q', { ...text, default: 'a' }), 'additive'],
  ],
};

const cases = Object.entries(LINES).flatMap(([line, some]) =>
  some.map(([before, after, kind], index) => ({ line: `${line}: ${index}`, before, after, kind })),
);

t.test('there is a case of everything that is said to be breaking', async (t) => {
  t.same(Object.keys(LINES), BREAKING);
});

t.test('each change is of its kind', async (t) => {
  const folder = await temporaryFolder(t);
  const [older, newer] = await Promise.all([
    write(folder, 'older.yaml', 'before'),
    write(folder, 'newer.yaml', 'after'),
  ]);
  const { changes } = await compareContracts(older, newer, '2026-11-22');
  for (const [index, { line, kind }] of cases.entries()) {
    const own = changes.filter(({ text }) => new RegExp(`/case-${index}(?![0-9])`).test(text));
    const [worst] = ['breaking', 'additive', 'documentation'].filter((one) =>
      own.some((change) => change.kind === one),
    );
    t.equal(worst, kind, `${line} ${own.map(({ text }) => text).join(' ')}`);
  }
});

async function write(folder: string, name: string, side: 'before' | 'after') {
  const paths = cases.flatMap((one, index) => {
    const own = one[side];
    return own ? [[`/case-${index}`, { post: operation(`case${index}`, own) }]] : [];
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Cases', version: '1.0.0' },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer' },
        other: { type: 'http', scheme: 'basic' },
      },
      schemas: {
        Cat: object({ kind: { ...text, const: 'cat' } }),
        Dog: object({ kind: { ...text, const: 'dog' } }),
      },
    },
  };
  const file = join(folder, name);
  await writeFile(file, stringify(document, { aliasDuplicateObjects: false }));
  return file;
}
