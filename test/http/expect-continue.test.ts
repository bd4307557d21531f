import t, { type Test } from 'tap';
import { openStore } from '../helper.ts';
import { exchange, readResponses } from '../support/raw-http.ts';

/*
 * 100 Continue, over real connections.
 */

const BODY = '{"name":"Rex","categoryId":7}';

async function listen(t: Test) {
  const { app, key } = await openStore(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { key, port: (app.server.address() as { port: number }).port };
}

interface Head {
  readonly target?: string;
  readonly version?: string;
  readonly key: string;
  readonly fields?: readonly string[];
}

function headOf({ target = '/v1/pets', version = '1.1', key, fields = [] }: Head): string {
  const given = ['content-type: application/json', `content-length: ${BODY.length}`];
  const names = fields.map((field) => field.split(':')[0]);
  return [
    `POST ${target} HTTP/${version}`,
    ...['host: a', `authorization: Bearer ${key}`, 'expect: 100-continue', 'connection: close'],
    ...given.filter((field) => !names.includes(field.split(':')[0])),
    ...fields,
    '\r\n',
  ].join('\r\n');
}

t.test('asks for a body that it will read, once', async (t) => {
  const { port, key } = await listen(t);
  const asked = await exchange(port, headOf({ key }), /\r\n\r\n/);
  t.equal(asked, 'HTTP/1.1 100 Continue\r\n\r\n');
  const all = readResponses(await exchange(port, headOf({ key }) + BODY));
  t.match(all, [{ statusCode: 100 }, { statusCode: 201 }]);
});

const REJECTED: [status: number, head: Omit<Head, 'key'>][] = [
  [413, { fields: ['content-length: 70000'] }],
  [415, { fields: ['content-type: text/plain'] }],
  [415, { fields: ['content-encoding: gzip'] }],
  [415, { fields: ['content-type: application/json; charset=latin1'] }],
  [400, { target: '/v1/pets?limit=1' }],
  [400, { fields: [`idempotency-key: ${'x'.repeat(300)}`] }],
  [400, { fields: ['host: a'] }],
  [400, { fields: ['content-length: 0'] }],
  [400, { target: '/v1/%' }],
  [404, { target: '/v1/nothing' }],
  [404, { target: '/nothing' }],
  [405, { target: '/v1/pets/1' }],
];

t.test('asks for no body that the head rejects', async (t) => {
  const { port, key } = await listen(t);
  for (const [status, head] of REJECTED) {
    const received = await exchange(port, headOf({ key, ...head }));
    t.match(readResponses(received), [{ statusCode: status }], JSON.stringify(head));
    t.equal(readResponses(received).length, 1);
  }
  const anonymous = readResponses(await exchange(port, headOf({ key: 'nobody' })));
  t.same([anonymous.length, anonymous[0]?.statusCode], [1, 401]);
});

t.test('asks for the body of a client that expects several things', async (t) => {
  const { port, key } = await listen(t);
  for (const field of [
    'x, 100-continue',
    '100-Continue ,x',
    '100-continue\r\nexpect: 100-continue',
  ]) {
    const head = headOf({ key }).replace('100-continue', field);
    const [asked, ...rest] = readResponses(await exchange(port, head + BODY));
    t.match([asked, rest], [{ statusCode: 100 }, [{ statusCode: 201 }]], field);
  }
});

t.test('never sends 100 Continue to HTTP/1.0', async (t) => {
  const { port, key } = await listen(t);
  const received = await exchange(port, headOf({ key, version: '1.0' }) + BODY);
  t.match(received, /^HTTP\/1\.1 201 /);
});

t.test('waits for the body of a client that has other expectations', async (t) => {
  const { port, key } = await listen(t);
  for (const other of ['the unexpected', '100-continue=x', 'x100-continue']) {
    const head = headOf({ key }).replace('100-continue', other);
    t.match(await exchange(port, head + BODY), /^HTTP\/1\.1 201 /, other);
  }
});
