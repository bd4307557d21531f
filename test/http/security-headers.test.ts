import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import { openStore, type Request } from '../helper.ts';

const HTTPS = { PUBLIC_URL: 'https://api.example.com/v1' };
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const A_YEAR = 'max-age=31536000';

const REQUESTS: [status: number, request: Request][] = [
  [200, { url: '/v1/pets' }],
  [201, { url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } }],
  [400, { url: '/v1/pets?limit=x' }],
  [401, { url: '/v1/pets', key: null }],
  [404, { url: '/v1/nothing' }],
  [405, { url: '/v1/pets', method: 'DELETE' }],
];

t.test('lets browsers and caches neither interpret nor keep a response of the API', async (t) => {
  const { send } = await openStore(t);
  for (const [status, request] of REQUESTS) {
    const { statusCode, headers } = await send(request);
    t.equal(statusCode, status);
    t.equal(headers['x-content-type-options'], 'nosniff');
    t.equal(headers['cache-control'], 'no-store');
    t.equal(headers['content-security-policy'], NOTHING);
    t.equal(headers['strict-transport-security'], undefined, 'RFC 6797 forbids it without https');
  }
});

t.test('requires https for a year where the service is published over https', async (t) => {
  const { app, send } = await openStore(t, HTTPS);
  for (const [, request] of REQUESTS) {
    t.equal((await send(request)).headers['strict-transport-security'], A_YEAR);
  }
  const docs = await app.inject('/docs/');
  t.equal(docs.headers['strict-transport-security'], A_YEAR);
  const http = await openStore(t, { PUBLIC_URL: 'http://api.example.com/v1' });
  t.equal((await http.send({ url: '/v1/pets' })).headers['strict-transport-security'], undefined);
});

t.test('lets a browser render and cache the documentation', async (t) => {
  const { app } = await openStore(t);
  for (const url of ['/docs/', '/docs/static/page.css']) {
    const { headers } = await app.inject(url);
    t.equal(headers['x-content-type-options'], 'nosniff');
    t.match(headers['content-security-policy'], /^default-src 'self'; /, url);
  }
  const { headers } = await app.inject('/docs/static/page.js');
  t.match(headers, { 'cache-control': /^public/, etag: String });
});

t.test('protects responses outside the API and the documentation', async (t) => {
  const { app } = await openStore(t);
  for (const url of ['/', '/nothing', '/%', '/openapi.json', '/openapi.yaml', '/readyz']) {
    const { headers } = await app.inject(url);
    t.equal(headers['x-content-type-options'], 'nosniff', url);
    t.equal(headers['content-security-policy'], NOTHING);
  }
});

t.test('protects the response to what does not become a request', async (t) => {
  const { app } = await openStore(t, HTTPS);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write('HELLO\r\n\r\n');
  const [response] = await once(socket, 'data');
  const lines = [
    ...['x-content-type-options: nosniff', 'cache-control: no-store'],
    ...[`content-security-policy: ${NOTHING}`, `strict-transport-security: ${A_YEAR}`],
  ];
  for (const line of lines) t.ok(response.includes(`\r\n${line}\r\n`), line);
  t.notMatch(response, /\r\n(server|x-powered-by):/i);
});

t.test('does not reveal the software it runs on', async (t) => {
  const { app, send } = await openStore(t);
  const responses = [
    ...(await Promise.all(REQUESTS.map(([, request]) => send(request)))),
    ...(await Promise.all(
      ['/', '/docs/', '/openapi.json', '/readyz'].map((url) => app.inject(url)),
    )),
  ];
  for (const { headers } of responses) {
    t.notOk('server' in headers || 'x-powered-by' in headers);
    t.notMatch(JSON.stringify(headers), /fastify|node/i);
  }
});
