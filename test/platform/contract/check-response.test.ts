// The check that all tests rely on notices what a response must not have.

import t from 'tap';
import { responseCheck } from './check-response.ts';
import { contractOf } from './made-up.ts';

const content = {
  'application/json': {
    schema: {
      type: 'object',
      required: ['id', 'secret'],
      properties: {
        id: { type: 'integer', format: 'int64' },
        secret: { type: 'string', writeOnly: true },
      },
      additionalProperties: false,
    },
  },
};
const headers = { 'X-Total': { required: true, schema: { type: 'integer' } } };
const error = { 'application/json': { schema: { type: 'object', required: ['status'] } } };
const { document } = contractOf({
  '/x/{id}': {
    get: {
      operationId: 'get',
      responses: { 200: { headers, content }, 404: { content: error }, 405: { content: error } },
    },
    delete: { operationId: 'remove', responses: { 204: {} } },
  },
});
const check = responseCheck(document);
const JSON_TYPE = 'application/json';
const RIGHT = {
  statusCode: 200,
  headers: { 'content-type': JSON_TYPE, 'x-total': '1', date: 'today' },
  payload: '{"id":1}',
};
const MISSING = { statusCode: 404, headers: { 'content-type': JSON_TYPE } };

t.test('passes what the contract describes', async () => {
  check('GET', '/v1/x/1?a=b', RIGHT);
  check('HEAD', '/v1/x/1', { ...RIGHT, payload: '' });
  check('GET', '/v1/x/1', { ...MISSING, payload: '{"status":404}' });
  check('DELETE', '/v1/x/1', { statusCode: 204, headers: {}, payload: '' });
  check('PUT', '/v1/x/1', { ...MISSING, statusCode: 405, payload: '{"status":405}' });
});

t.test('fails for anything else', async (t) => {
  const withHeaders = (more: object) => ({ ...RIGHT, headers: { ...RIGHT.headers, ...more } });
  for (const [message, method, received] of [
    ['does not describe 201', 'GET', { ...RIGHT, statusCode: 201 }],
    ['does not describe 404', 'DELETE', { ...MISSING, payload: '{"status":404}' }],
    ['does not describe 410', 'PUT', { ...MISSING, statusCode: 410, payload: '{"status":410}' }],
    ['X-Total is missing', 'GET', withHeaders({ 'x-total': undefined })],
    ['X-Total: many', 'GET', withHeaders({ 'x-total': 'many' })],
    ['does not declare these headers', 'GET', withHeaders({ 'x-other': '1' })],
    ['the Content-Type', 'GET', withHeaders({ 'content-type': 'text/plain' })],
    ['the Content-Type', 'DELETE', { ...MISSING, statusCode: 204, payload: '' }],
    ['does not match the contract', 'GET', { ...RIGHT, payload: '{"id":"1"}' }],
    ['does not match the contract', 'GET', { ...RIGHT, payload: '{}' }],
    ['does not match the contract', 'GET', { ...RIGHT, payload: '{"id":1,"secret":"a"}' }],
    ['strictly equal', 'GET', { ...MISSING, payload: '{"status":400}' }],
    ['strictly equal', 'HEAD', RIGHT],
  ] as const) {
    t.throws(() => check(method, '/v1/x/1', received), { message: new RegExp(message) }, message);
  }
});
