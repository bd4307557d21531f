import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import { openStore, type Request } from '../helper.ts';

const HTTPS = { PUBLIC_URL: 'https://api.example.com/v1' };
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const A_YEAR = 'max-age=31536000';

const ANSWERS: [status: number, request: Request][] = [
  [200, { url: '/v1/pets' }],
  [201, { url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } }],
  [400, { url: '/v1/pets?limit=x' }],
  [401, { url: '/v1/pets', key: null }],
  [404, { url: '/v1/nothing' }],
  [405, { url: '/v1/pets', method: 'DELETE' }],
];

t.test('lets browsers and caches make nothing of an answer of the API', async (t) => {
  const { send } = await openStore(t);
  for (const [status, request] of ANSWERS) {
    const { statusCode, headers } = await send(request);
    t.equal(statusCode, status);
    t.equal(headers['x-content-type-options'], 'nosniff');
    t.equal(headers['cache-control'], 'no-store');
    t.equal(headers['content-security-policy'], NOTHING);
    t.equal(headers['strict-transport-security'], undefined, 'without https nobody may ask for it');
  }
});

t.test('asks for https for a year where the service is published over https', async (t) => {
  const { app, send } = await openStore(t, HTTPS);
  for (const [, request] of ANSWERS) {
    t.equal((await send(request)).headers['strict-transport-security'], A_YEAR);
  }
  const docs = await app.inject('/docs/');
  t.equal(docs.headers['strict-transport-security'], A_YEAR);
  const http = await openStore(t, { PUBLIC_URL: 'http://api.example.com/v1' });
  t.equal((await http.send({ url: '/v1/pets' })).headers['strict-transport-security'], undefined);
});

t.test('lets the documentation be shown, and kept by a browser', async (t) => {
  const { app } = await openStore(t);
  for (const url of ['/docs/', '/docs/static/swagger-ui.css']) {
    const { headers } = await app.inject(url);
    t.equal(headers['x-content-type-options'], 'nosniff');
    t.match(headers['content-security-policy'], /^default-src 'self'; /, url);
  }
  const { headers } = await app.inject('/docs/static/swagger-ui-bundle.js');
  t.match(headers, { 'cache-control': /^public/, etag: String });
});

t.test('protects what is neither API nor documentation as well', async (t) => {
  const { app } = await openStore(t);
  for (const url of ['/', '/nothing', '/%', '/openapi.json', '/openapi.yaml', '/readyz']) {
    const { headers } = await app.inject(url);
    t.equal(headers['x-content-type-options'], 'nosniff', url);
    t.equal(headers['content-security-policy'], NOTHING);
  }
});

t.test('protects the answer to what does not become a request', async (t) => {
  const { app } = await openStore(t, HTTPS);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write('HELLO\r\n\r\n');
  const [answer] = await once(socket, 'data');
  const lines = [
    ...['x-content-type-options: nosniff', 'cache-control: no-store'],
    ...[`content-security-policy: ${NOTHING}`, `strict-transport-security: ${A_YEAR}`],
  ];
  for (const line of lines) t.ok(answer.includes(`\r\n${line}\r\n`), line);
  t.notMatch(answer, /\r\n(server|x-powered-by):/i);
});

t.test('says nowhere what it is made of', async (t) => {
  const { app, send } = await openStore(t);
  const answers = [
    ...(await Promise.all(ANSWERS.map(([, request]) => send(request)))),
    ...(await Promise.all(
      ['/', '/docs/', '/openapi.json', '/readyz'].map((url) => app.inject(url)),
    )),
  ];
  for (const { headers } of answers) {
    t.notOk('server' in headers || 'x-powered-by' in headers);
    t.notMatch(JSON.stringify(headers), /fastify|node/i);
  }
});
