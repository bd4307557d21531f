import t from 'tap';
import { completeFeatures } from '../../../scripts/contract-properties/features.ts';
import { type ContractDocument, readContract } from '../../../src/contract/operations.ts';
import { openStore } from '../../helper.ts';
import { createHandlers } from './handlers.ts';

/*
 * A resource with versions, as a product would have it.
 */

const { document } = await completeFeatures();
// A complete contract has at least what is bound.
const contract = readContract(document as unknown as ContractDocument);
const { send, log } = await openStore(t, { LOG_LEVEL: 'error' }, { contract, createHandlers });

const RECORD = '{"name":"Rex","secret":"correct horse","amount":9007199254740993}';

t.test(
  'creates a record without what is read-only, and returns it without what is write-only',
  async (t) => {
    const { statusCode, headers, payload } = await post(RECORD);
    t.equal(statusCode, 201);
    const { id } = JSON.parse(payload);
    t.equal(headers.location, `/v1/records/${id}`);
    t.match(headers.etag, /^".+"$/);
    t.equal(payload, `{"id":"${id}","version":1,"name":"Rex","amount":9007199254740993}`);
  },
);

t.test('rejects what is read-only, and requires what is write-only', async (t) => {
  const given = await post(
    '{"id":"8e03978e-40d5-43e8-bc93-6894a57f9324","name":"Rex","secret":"12345678"}',
  );
  t.equal(given.json().message, 'id is read-only.');
  t.equal((await post('{"name":"Rex"}')).json().message, 'secret is required.');
});

t.test('returns 304 to a client that has the record', async (t) => {
  const { location, etag } = await create();
  const has = await send({ url: location, headers: { 'if-none-match': `"other", W/${etag}` } });
  t.equal(has.statusCode, 304);
  t.equal(has.payload, '');
  t.equal(has.headers.etag, etag);
  const other = await send({ url: location, headers: { 'if-none-match': '"other"' } });
  t.equal(other.statusCode, 200);
});

t.test('changes only the version that the client names', async (t) => {
  const { location, etag } = await create();
  const first = await patch(location, '{"amount":null}', etag);
  t.equal(first.statusCode, 200);
  t.match(first.payload, /"version":2,"name":"Rex","amount":null/);
  const second = await patch(location, '{"amount":1}', etag);
  t.equal(second.statusCode, 412);
  t.match(second.json(), { code: 'precondition_failed', status: 412 });
  t.equal((await patch(location, '{}')).statusCode, 400, 'a change of nothing');
});

t.test('creates with PUT what was not there, and then replaces it', async (t) => {
  const url = '/v1/records/11111111-2222-4333-8444-555555555555';
  const put = (headers = {}) =>
    send({
      method: 'PUT',
      url,
      payload: RECORD,
      headers: { 'content-type': 'application/json', ...headers },
    });
  t.equal((await put({ 'if-match': '*' })).statusCode, 412, 'nothing is there');
  t.equal((await put()).statusCode, 201);
  const replaced = await put();
  t.equal(replaced.statusCode, 200);
  t.equal(replaced.json().version, 2);
});

t.test('deletes a record without a body', async (t) => {
  const { location } = await create();
  const deleted = await send({ method: 'DELETE', url: location });
  t.equal(deleted.statusCode, 204);
  t.equal(deleted.payload, '');
  t.equal((await send({ url: location })).statusCode, 404);
  t.same(log, [], 'no error');
});

function post(payload: string) {
  const headers = { 'content-type': 'application/json' };
  return send({ method: 'POST', url: '/v1/records', payload, headers });
}

async function create() {
  const { headers } = await post(RECORD);
  return { location: String(headers.location), etag: String(headers.etag) };
}

function patch(url: string, payload: string, etag?: string) {
  const headers = {
    'content-type': 'application/merge-patch+json',
    ...(etag !== undefined && { 'if-match': etag }),
  };
  return send({ method: 'PATCH', url, payload, headers });
}
