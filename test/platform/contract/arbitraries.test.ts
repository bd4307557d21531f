// The values that tests make of a contract fit what lint lets through, and the others do not.

import fc from 'fast-check';
import t from 'tap';
import { modelOf, routeSchemas } from '../../../scripts/contract/index.ts';
import { compileCheck } from '../../../src/platform/schema/validation.ts';
import { SEED } from '../../support/seed.ts';
import { faulty, valid } from './arbitraries.ts';
import type { Context, Schema } from './resolve.ts';

const TEXT = { type: 'string', maxLength: 30 };
const INTEGER = { type: 'integer' };
const OPTIONAL = { a: INTEGER, b: INTEGER, c: INTEGER, d: INTEGER };
const CLOSED = { type: 'object', properties: OPTIONAL, additionalProperties: false };
const SCHEMAS: readonly Schema[] = [
  { ...TEXT, pattern: '^[0-9]{10}$' },
  { ...TEXT, pattern: '^[0-9]{10}$', minLength: 10, maxLength: 10 },
  { ...TEXT, pattern: '^[a-z]+$', minLength: 25 },
  { ...TEXT, pattern: '^[a-z]+$', maxLength: 2 },
  { ...TEXT, pattern: '[a-z]', maxLength: 1 },
  { ...TEXT, pattern: '^[!-~]*$', minLength: 8 },
  { ...TEXT, pattern: '^(?!b)[a-z]{5,9}$' },
  { ...TEXT, pattern: '^[A-Z]{2}[0-9]{2}(?:[A-Z0-9]{4}){3}$' },
  { ...TEXT, pattern: '^\\p{L}{6}$' },
  { ...TEXT, minLength: 12 },
  { type: 'string', format: 'uri-reference', minLength: 1 },
  { type: 'array', minItems: 6, maxItems: 9, items: INTEGER },
  { type: 'array', minItems: 5, maxItems: 5, items: INTEGER },
  { ...INTEGER, minimum: 7, maximum: 19, multipleOf: 5 },
  { ...INTEGER, minimum: -19, maximum: -7, multipleOf: 5 },
  { ...INTEGER, enum: [1, 2, 3] },
  { type: 'number', minimum: 0, exclusiveMinimum: -5, maximum: 1, exclusiveMaximum: 1 },
  { type: 'number', minimum: 1e300, maximum: 1.5e300 },
  { ...CLOSED, maxProperties: 1 },
  { ...CLOSED, minProperties: 3, maxProperties: 3 },
  { ...CLOSED, required: ['a', 'b'], maxProperties: 2 },
];

for (const schema of SCHEMAS) {
  t.test(`TEST_SEED=${SEED} ${JSON.stringify(schema)}`, async (t) => {
    const context: Context = { schemas: {}, direction: 'request' };
    const value = plain(schema);
    const check = compileCheck(
      { type: 'object', properties: { value } },
      { source: 'json', direction: 'request', noun: 'field' },
    );
    for (const one of fc.sample(valid(schema, context), { seed: SEED, numRuns: 50 })) {
      t.same(check({ value: one }), [], String(one));
    }
    for (const { value: one } of fc.sample(faulty(schema, context), { seed: SEED, numRuns: 50 })) {
      t.not(check({ value: one }).length, 0, String(one));
    }
  });
}

/** The form of a schema that the service checks. */
function plain(schema: Schema) {
  const requestBody = { content: { 'application/json': { schema } } };
  const paths = { '/a': { post: { operationId: 'a', requestBody, responses: {} } } };
  return routeSchemas(modelOf({ paths })).a?.body ?? {};
}
