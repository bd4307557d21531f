import t, { type Test } from 'tap';
import { openStore } from '../helper.ts';
import { exchange, readResponses } from '../support/raw-http.ts';
import { BALANCERS, type BalancerName, startBalancer } from '../support/servers/balancers.ts';

/*
 * Requests whose end two readers could see in different places: the one behind would take what follows
 * for a request of its own. Directly, and through balancers in front of the service.
 */

const BODY = '{"name":"Rex","categoryId":7}';
const CHUNKS = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
const SMUGGLED = 'GET /v1/smuggled HTTP/1.1\r\nhost: a\r\nx: ';
const chunked = (chunks: string, field = 'transfer-encoding: chunked') => [field, chunks];

/** What the fields of a request say of its length, and the body. */
const ATTEMPTS: Readonly<Record<string, readonly string[]>> = {
  'a length before chunks': [`content-length: 4\r\ntransfer-encoding: chunked`, CHUNKS],
  'a length after chunks': [`transfer-encoding: chunked\r\ncontent-length: 4`, CHUNKS],
  'two lengths': [`content-length: ${BODY.length}\r\ncontent-length: 4`, BODY],
  'the same length twice': [`content-length: 29\r\ncontent-length: 29`, BODY],
  'a list of lengths': ['content-length: 29, 29', BODY],
  'a positive length': ['content-length: +29', BODY],
  'a negative length': ['content-length: -1', BODY],
  'a length with a space': ['content-length: 2 9', BODY],
  'a hexadecimal length': ['content-length: 0x1d', BODY],
  'a length with an underscore': ['content-length: 2_9', BODY],
  'an empty length': ['content-length:', BODY],
  'a length that overflows': ['content-length: 18446744073709551645', BODY],
  'a space before the colon': ['content-length : 29', BODY],
  'another coding': chunked(BODY, 'transfer-encoding: gzip'),
  'another coding before chunked': chunked(CHUNKS, 'transfer-encoding: gzip, chunked'),
  'another coding in a line before': chunked(
    CHUNKS,
    'transfer-encoding: gzip\r\ntransfer-encoding: chunked',
  ),
  'chunked twice': chunked(CHUNKS, 'transfer-encoding: chunked, chunked'),
  'a coding that ends in chunked': chunked(CHUNKS, 'transfer-encoding: xchunked'),
  'identity and a length': ['transfer-encoding: identity\r\ncontent-length: 29', BODY],
  'an empty coding': ['transfer-encoding:\r\ncontent-length: 29', BODY],
  'a coding with a parameter': chunked(CHUNKS, 'transfer-encoding: chunked;x=y'),
  'a vertical tab before the coding': chunked(CHUNKS, 'transfer-encoding: \x0bchunked'),
  'a bare LF after a field': [`x: y\ncontent-length: 29`, BODY],
  'a bare CR in a field': [`x: y\rcontent-length: 29`, BODY],
  'a folded line': [`x: y\r\n content-length: 29`, BODY],
  'a NUL in a field': [`x: y\0z\r\ncontent-length: 29`, BODY],
  'a space in the name of a field': [`x y: z\r\ncontent-length: 29`, BODY],
  'a line without a colon': [`x\r\ncontent-length: 29`, BODY],
  'a chunk size that overflows': chunked(`1000000000000001d\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk size of many digits': chunked(`ffffffffffffffff1\r\n${BODY}\r\n0\r\n\r\n`),
  'a negative chunk size': chunked(`-1d\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk size with a prefix': chunked(`0x1d\r\n${BODY}\r\n0\r\n\r\n`),
  'a bare LF after a chunk size': chunked(`1d\n${BODY}\r\n0\r\n\r\n`),
  'a bare LF in a chunk extension': chunked(`1d;x\ny\r\n${BODY}\r\n0\r\n\r\n`),
  'a chunk that is longer than its size': chunked(`1c\r\n${BODY}\r\n0\r\n\r\n`),
  'no CRLF after a chunk': chunked(`1d\r\n${BODY}xx0\r\n\r\n`),
  'a length in the trailer': chunked(`1d\r\n${BODY}\r\n0\r\ncontent-length: 5\r\n\r\n`),
};

/** Two hosts, and what is no field. */
const HEADS: Readonly<Record<string, string>> = {
  'two hosts': 'host: a\r\nhost: b\r\n',
  'a space before the first field': ' x: y\r\nhost: a\r\n',
  'no host': '',
};

async function listen(t: Test, settings: Record<string, string> = {}) {
  const store = await openStore(t, { LOG_LEVEL: 'info', ...settings });
  await store.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...store, port: (store.app.server.address() as { port: number }).port };
}

function requestsFor(key: string): [name: string, request: string][] {
  const auth = `authorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
  const attempts = Object.entries(ATTEMPTS).map(([name, [fields, body = '']]): [string, string] => [
    name,
    `POST /v1/pets HTTP/1.1\r\nhost: a\r\n${auth}${fields}\r\n\r\n${body}${SMUGGLED}`,
  ]);
  const heads = Object.entries(HEADS).map(([name, fields]): [string, string] => [
    name,
    `GET /v1/pets HTTP/1.1\r\n${fields}${auth}\r\n${SMUGGLED}`,
  ]);
  return [...attempts, ...heads];
}

t.test('rejects every attempt, and nothing that follows it is a request', async (t) => {
  const { port, key, database, log } = await listen(t, { ANONYMOUS_PER_MINUTE: '10000' });
  for (const [name, request] of requestsFor(key)) {
    const responses = readResponses(await exchange(port, request));
    t.match(responses, [{ statusCode: /^(400|501)$/, body: { code: String } }], name);
    t.equal(responses.length, 1, name);
    t.match(responses[0]?.headers, { connection: 'close', 'x-request-id': String }, name);
  }
  t.same(await database.client.pet.findMany(), []);
  t.notMatch(log.join(''), /"http.response.status_code":404/);
});

for (const name of BALANCERS) {
  t.test(`nothing is smuggled through ${name}`, async (t) => {
    const { port, key, log } = await listen(t, { TRUST_PROXY: '127.0.0.1' });
    const balancer = await startOrSkip(t, name, port);
    if (!balancer) return;
    t.teardown(() => balancer.stop());
    const isServed = `GET /v1/pets HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`;
    t.match(await exchange(balancer.port, isServed), /^HTTP\/1\.1 200 /);
    for (const [attempt, request] of requestsFor(key)) {
      // A balancer may repair what it understands. It keeps the connection open then.
      const received = await exchange(balancer.port, request, /\r\n\r\n/);
      t.match(received, /^HTTP\/1\.[01] (2|4|5)\d\d /, attempt);
      // What follows on the connections between the two is still read as it was sent.
      t.match(await exchange(balancer.port, isServed), /^HTTP\/1\.1 200 /, attempt);
    }
    t.notMatch(
      log.join(''),
      /"http.response.status_code":404/,
      'nothing has asked for what was smuggled',
    );
  });
}

async function startOrSkip(t: Test, name: BalancerName, port: number) {
  const balancer = await startBalancer(name, { port, addresses: () => ['127.0.0.1'] });
  if (!balancer && process.env.CI) throw new Error(`CI needs ${name}.`);
  if (!balancer) t.comment(`skipped: ${name} is not installed on this machine`);
  return balancer;
}
