// Which requests with one Idempotency-Key are the same, also across versions of the contract.

import t from 'tap';
import { hashBody, idempotencyKeyReader } from '../../../src/platform/idempotency/idempotency.ts';
import type { Schema } from '../../../src/platform/schema/schemas.ts';
import { keyRules } from '../../support/key-rules.ts';
import { contract } from '../../support/sample-contract.ts';

const BODY = { name: 'Bolt', size: { height: 7n }, tags: [{ text: 'a' }], kind: { type: 'cat' } };

/** Of the first version, which knows no defaults, and of a later one. */
const FIRST: Schema = {};
const LATER: Schema = {
  properties: {
    name: {},
    legs: { default: 4 },
    breed: { default: null },
    size: { properties: { height: { default: 1 }, unit: { default: 'cm' } } },
    food: { properties: { meals: { default: 2 } }, default: {} },
    tags: { items: { properties: { color: { default: 'red' } } } },
    owners: { default: [] },
    kind: {
      properties: { type: { type: 'string' } },
      discriminator: { propertyName: 'type' },
      oneOf: [
        { properties: { type: { const: 'cat' }, lives: { default: 9 } } },
        { properties: { type: { enum: ['dog', 'wolf'] }, lives: { default: 1 } } },
        { properties: { type: { const: 'robot' } } },
      ],
    },
  },
};

t.test(
  'a field that is added with a default leaves a body what it was, at any depth',
  async (t) => {
    const filled = {
      name: 'Bolt',
      legs: 4n,
      breed: null,
      owners: [],
      food: { meals: 2n },
      size: { unit: 'cm', height: 7n },
      tags: [{ color: 'red', text: 'a' }],
      kind: { lives: 9n, type: 'cat' },
    };
    t.equal(hashBody('createWidget', LATER, filled), hashBody('createWidget', FIRST, BODY));
    t.equal(hashBody('createWidget', LATER, BODY), hashBody('createWidget', FIRST, BODY));
  },
);

t.test('another value is another body', async (t) => {
  const others = [
    { name: 'Tom' },
    { name: '7' },
    { legs: 3n },
    { breed: 'beagle' },
    { owners: ['A'] },
    { size: {} },
    { size: { height: 7n, unit: 'm' } },
    { size: { height: 8n } },
    { food: { meals: 3n } },
    { tags: [] },
    { tags: [{ text: 'a', color: 'blue' }] },
    { kind: { type: 'cat', lives: 1n } },
    { kind: { type: 'wolf', lives: 9n } },
    { kind: { type: 'robot' } },
    { kind: { type: 'robot', lives: 1n } },
  ];
  const hashes = others.map((other) => hashBody('createWidget', LATER, { ...BODY, ...other }));
  hashes.push(hashBody('createWidget', LATER, BODY));
  t.equal(new Set(hashes).size, others.length + 1);
});

t.test('a key belongs to its operation, whose contract says what is the same body', async (t) => {
  const read = (operationId: string, body: object) =>
    idempotencyKeyReader(
      contract.findOperation(operationId),
      keyRules.keyFormat,
    )({
      body,
      headers: { 'idempotency-key': 'key-1' },
      caller: { customer: { customerId: 7n } },
    });
  const body = { name: 'Bolt', groupId: 7n };
  const first = read('createWidget', body);
  t.match(first, { customerId: 7n, value: 'key-1', bodyHash: /^[0-9a-f]{64}$/ });
  t.strictSame(read('createWidget', { ...body, status: 'available' }), first, 'the default');
  t.not(read('createKey', body)?.bodyHash, first?.bodyHash);
});
