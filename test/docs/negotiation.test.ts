import type { AddressInfo } from 'node:net';
import t from 'tap';
import { openStore } from '../helper.ts';
import { exchange } from '../support/raw-http.ts';

/*
 * Which representation a client gets, by what its request says of it. RFC 9110 section 12
 */

const CODINGS: [acceptEncoding: string | undefined, coding: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['deflate, zstd', undefined],
  ['*', 'br'],
  ['*;q=0.1', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['br ; q=0.5 ,gzip ; Q=0.499', 'br'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.000, br;q=0.0', undefined],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=1.000', 'gzip'],
  ['gzip;q=x, br;q=2', undefined],
  ['identity', undefined],
  ['identity;q=0.8, gzip;q=0.3', undefined],
  ['identity;q=0.3, gzip;q=0.8', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0, *', 'br'],
  ['gzip;q=0.2, identity;q=0.2', 'gzip'],
  ['*;q=0, identity', undefined],
  ['*;q=0, gzip;q=0.1', 'gzip'],
  ['gzip, gzip;q=0', 'gzip'],
];

t.test('sends the coding that the client prefers', async (t) => {
  const { app } = await openStore(t);
  for (const [acceptEncoding, coding] of CODINGS) {
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
    const response = await app.inject({ url: '/openapi.json', headers });
    t.equal(response.statusCode, 200);
    t.equal(response.headers['content-encoding'], coding, acceptEncoding ?? 'none');
    t.equal(response.headers.vary, 'accept-encoding');
  }
});

t.test('rejects a client that accepts no coding, not even none', async (t) => {
  const { app } = await openStore(t);
  for (const acceptEncoding of ['identity;q=0', '*;q=0', 'zstd, *;q=0', 'identity;q=0, zstd']) {
    const headers = { 'accept-encoding': acceptEncoding };
    const {
      statusCode,
      headers: received,
      ...response
    } = await app.inject({ url: '/llms.txt', headers });
    t.equal(statusCode, 406, acceptEncoding);
    t.strictSame(response.json(), {
      code: 'not_acceptable',
      message: 'Accept-Encoding must allow br, gzip or identity.',
      status: 406,
    });
    t.match(received, { 'cache-control': 'no-store', vary: 'accept-encoding' });
    t.notOk('etag' in received);
  }
});

t.test('sends no content that the client has', async (t) => {
  const { app } = await openStore(t);
  for (const url of ['/openapi.json', '/docs.md', '/llms.txt', '/docs/changelog.atom', '/docs']) {
    const etag = String((await app.inject(url)).headers.etag);
    t.match(etag, /^W\/"[\w-]+"$/);
    const strong = etag.slice(2);
    for (const known of [
      etag,
      strong,
      `"a", ${etag}`,
      `W/"b",${strong} , "c"`,
      `"x,y", ${etag}`,
      '*',
    ]) {
      const headers = { 'if-none-match': known, 'accept-encoding': 'gzip' };
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await app.inject({ url, method, headers });
        t.equal(response.statusCode, 304, known);
        t.equal(response.payload, '');
        t.match(response.headers, { etag, vary: 'accept-encoding' });
        t.notOk('content-encoding' in response.headers);
        t.notOk('content-type' in response.headers);
      }
    }
    for (const other of ['"a"', strong.slice(0, -1), `x${etag}`, `"${etag}"`, etag.toLowerCase()]) {
      const headers = { 'if-none-match': other };
      t.equal((await app.inject({ url, headers })).statusCode, 200, other);
    }
  }
});

t.test('HEAD gets the headers of GET', async (t) => {
  const { app } = await openStore(t);
  for (const url of ['/openapi.yaml', '/docs.md', '/llms.txt', '/docs/changelog.atom', '/']) {
    const headers = { 'accept-encoding': 'br', accept: 'application/json' };
    const get = await app.inject({ url, headers });
    const head = await app.inject({ url, headers, method: 'HEAD' });
    t.equal(head.payload, '');
    const { 'x-request-id': _, date: __, ...expected } = get.headers;
    t.match(head.headers, expected);
  }
});

const JSON_TYPES = [
  ...['application/json', 'Application/JSON', 'application/*', 'application/json;q=0.1'],
  ...['application/json, text/html;q=0.9', 'text/html;q=0.5, application/json'],
  ...['application/json; charset=utf-8', 'application/json, text/plain, */*;q=0.1'],
  ...['*/*;q=0.1, application/json', 'text/html;q=0, */*', 'image/png, application/json;q=0.001'],
];
const HTML_TYPES = [
  ...[undefined, '', '*/*', 'text/html', 'text/*', 'application/json;q=0', 'image/png', 'nonsense'],
  ...['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ...['application/json;q=0.5, text/html', 'application/json, text/html', 'application/json, */*'],
  ...['application/problem+json', 'application/json;q=x'],
];

t.test('leads from / to the documentation', async (t) => {
  const { app } = await openStore(t, { PUBLIC_URL: 'https://api.example.com/animals/v1' });
  for (const accept of HTML_TYPES) {
    const headers = accept === undefined ? {} : { accept };
    for (const url of ['/', '/?from=elsewhere']) {
      const { statusCode, headers: received, payload } = await app.inject({ url, headers });
      t.equal(statusCode, 302, `${accept}`);
      t.equal(received.location, './docs');
      t.equal(received.vary, 'accept');
      t.equal(payload, '');
    }
  }
  t.equal((await app.inject('/docs')).statusCode, 200);
});

t.test('says in JSON where everything is, to those who ask for JSON', async (t) => {
  const { app } = await openStore(t, { PUBLIC_URL: 'https://api.example.com/animals/v1' });
  for (const accept of JSON_TYPES) {
    const { statusCode, headers } = await app.inject({ url: '/', headers: { accept } });
    t.equal(statusCode, 200, accept);
    t.equal(headers['content-type'], 'application/json');
    t.equal(headers.vary, 'accept, accept-encoding');
  }
  const headers = { accept: 'application/json' };
  const root = 'https://api.example.com/animals';
  t.strictSame((await app.inject({ url: '/', headers })).json(), {
    title: 'Animal Store',
    version: '1.0.0',
    summary: 'Keeps the inventory of animals that a store offers.',
    baseUrl: `${root}/v1`,
    documentation: `${root}/docs`,
    markdown: `${root}/docs.md`,
    llms: `${root}/llms.txt`,
    openapi: { json: `${root}/openapi.json`, yaml: `${root}/openapi.yaml` },
    changelog: `${root}/docs/changelog`,
    feed: `${root}/docs/changelog.atom`,
  });
  const elsewhere = (await openStore(t)).app;
  const own = (await elsewhere.inject({ url: '/', headers })).json();
  t.match(own, { baseUrl: '/v1', documentation: '/docs' });
  const addresses = Object.values({ ...own, ...own.openapi }).filter(
    (value): value is string => typeof value === 'string' && /^\/(?!v1)/.test(value),
  );
  t.equal(addresses.length, 7);
  for (const url of addresses) t.equal((await elsewhere.inject(url)).statusCode, 200, url);
});

t.test('leads only from / there, not from what cannot be read', async (t) => {
  const { app } = await openStore(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (const [target, status] of [
    ...[['/%', 400] as const, ['/%ff', 400] as const, ['ftp://a/', 400] as const],
    ...[['//', 404] as const, ['*', 404] as const, ['http://store', 302] as const],
  ] as const) {
    const received = await exchange(
      port,
      `GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    );
    t.match(received, `HTTP/1.1 ${status} `, target);
  }
});
