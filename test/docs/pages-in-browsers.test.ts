import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { openStore } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { startProcess } from '../support/scripts.ts';
import { noBrowser, openPage } from './browser.ts';
import { blocksOf, publishedGuides } from './guide-programs.ts';

/*
 * Pages of another origin that call the API, in a real browser, as the guide "Browsers" describes it.
 */

const skip = noBrowser;

/** What a page is told of a response. */
interface Seen {
  readonly status: number;
  readonly body: { readonly code?: string; readonly id?: number } | null;
  readonly headers: Readonly<Record<string, string>>;
}

interface Call {
  readonly url: string;
  readonly key?: string;
  readonly init?: RequestInit;
}

t.test('a page of a listed origin lists, creates and reads every header', { skip }, async (t) => {
  const { page, api, key, send } = await openPageOf(t, { ANONYMOUS_PER_MINUTE: '1' });
  const call = (path: string, init: RequestInit = {}) =>
    page.evaluate(callFromPage, { url: api + path, key, init });

  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' };
  const create = { method: 'POST', headers, body: '{"name":"Rex","categoryId":7}' };
  const [first, again] = [await call('/pets', create), await call('/pets', create)];
  t.match(first, { status: 201, body: { name: 'Rex' } });
  t.equal(first.headers.location, `/v1/pets/${first.body?.id}`);
  t.strictSame(again.body, first.body, 'the same animal');
  await call('/pets', { ...create, headers: { ...headers, 'Idempotency-Key': 'two' } });

  const listed = await call('/pets?limit=1', { headers: { 'X-Request-Id': 'from-a-page' } });
  t.strictSame([listed.status, listed.body], [200, [first.body]]);
  t.match(listed.headers, {
    link: /rel="next"/,
    'x-request-id': 'from-a-page',
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '996',
    'x-ratelimit-reset': /^\d+$/,
    'ratelimit-policy': /^"minute"/,
    ratelimit: /^"minute"/,
  });
  const one = await call(`/pets/${first.body?.id}`);
  t.match(one.headers, { deprecation: /^@/, sunset: /GMT$/, link: /successor-version/ });
  t.equal((await call('/store/orders')).headers['x-stability'], 'experimental');
  t.equal((await send({ url: '/v1/pets' })).json().length, 2);
});

t.test('a page of a listed origin reads why it is rejected', { skip }, async (t) => {
  const { page, api, createKey } = await openPageOf(t, { BAN_AFTER_REFUSALS: '2' });
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 4, perDay: 100 } });
  const call = (path: string, init: RequestInit = {}, own = key) =>
    page.evaluate(callFromPage, { url: api + path, key: own, init });

  const wrong = await call('/pets', {}, 'ask_wrong');
  t.match(wrong, { status: 401, body: { code: 'api_key_invalid' } });
  t.match(wrong.headers, { 'www-authenticate': /^Bearer/ });
  const removed = await call('/pets', { method: 'DELETE' });
  t.match(removed, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
  t.match(await call('/nothing'), { status: 404, body: { code: 'path_not_found' } });
  t.match(await call('/pets?limit=0'), { status: 400, body: { code: 'invalid_parameter' } });
  const tooLong = { headers: { 'X-Request-Id': 'x'.repeat(20_000) } };
  t.match(await call('/pets', tooLong), { status: 431, body: { code: 'headers_too_large' } });
  t.match(await call('/pets'), { status: 200, headers: { 'x-ratelimit-remaining': '0' } });
  for (const code of ['rate_limit_exceeded', 'rate_limit_exceeded', 'api_key_banned']) {
    const { status, body, headers } = await call('/pets');
    t.equal(status, 429);
    t.equal(body?.code, code);
    t.match(headers, { 'retry-after': /^\d+$/, 'x-ratelimit-remaining': '0' });
  }
});

t.test('a page of another origin reads nothing', { skip }, async (t) => {
  const { page, api, key } = await openPageOf(t, { CORS_ORIGINS: 'https://app.example.com' });
  const failure = await page.evaluate(callFromPage, { url: `${api}/pets`, key }).catch(String);
  t.match(failure, 'TypeError: Failed to fetch');
  const contract = await page.evaluate(callFromPage, { url: new URL('/openapi.json', api).href });
  t.equal(contract.status, 200, 'but the contract, which is open to all');
  t.type(contract.headers.etag, 'string');
});

t.test('the page of the guide lists animals with the key of its user', { skip }, async (t) => {
  const { page, app, api, key, send } = await openPageOf(t);
  const payload = { name: 'Rex', categoryId: 7 };
  await send({ url: '/v1/pets', method: 'POST', payload });
  const [block] = await blocksOfGuide(app);
  await page.addScriptTag({ content: String(block?.code) });
  const listPets = (key: string) => page.evaluate(`listPets('${api}', '${key}')`);
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  const pets = await listPets(key);
  t.match(pets, [payload]);
  t.match(lines, ['998 requests left']);
  const failure = await listPets('ask_x').catch(String);
  t.match(failure, 'api_key_invalid: The API key is not valid. (Retry-After: null)');
});

t.test('the server of the guide keeps the key from its pages', async (t) => {
  const { app, createKey, send } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 2, perDay: 100 } });
  await send({ url: '/v1/pets', method: 'POST', payload: { name: 'Rex', categoryId: 7 } });
  await send({
    url: '/v1/pets',
    method: 'POST',
    payload: { name: 'Tom', categoryId: 7, status: 'sold' },
  });
  const [, block] = await blocksOfGuide(app);
  const file = join(await temporaryFolder(t), 'server.mjs');
  // Port 0 takes a free one, which the program is made to tell.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the program's own.
  const listening = 'console.log(`Listening on port ${PORT}`)';
  t.ok(block?.code.includes(listening));
  const code = block?.code.replace(
    `() => ${listening}`,
    'function () { console.log(this.address().port) }',
  );
  await writeFile(file, String(code));
  const settings = { BASE_URL: `${origin}/v1`, API_KEY: key, PORT: '0' };
  const server = startProcess(t, [process.execPath, file], { settings });
  const [, port] = await server.waitFor(/^(\d+)\n/m);
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, body: await response.text(), headers: response.headers };
  };
  const { status, body } = await ask('/available-pets');
  t.equal(status, 200);
  t.match(JSON.parse(body), [{ name: 'Rex', status: 'available' }]);
  t.equal((await ask('/pets')).status, 404);
  t.equal((await ask('/available-pets', { method: 'POST' })).status, 404);
  await ask('/available-pets');
  const busy = await ask('/available-pets');
  t.equal(busy.status, 503);
  t.match(busy.headers.get('Retry-After'), /^\d+$/);
  t.notMatch(JSON.stringify([body, busy.body]), key);
});

/** Runs in the page. */
async function callFromPage({ url, key, init = {} }: Call): Promise<Seen> {
  const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const headers = { ...authorization, ...(init.headers as Record<string, string>) };
  const response = await fetch(url, { ...init, headers });
  const body = JSON.parse((await response.text()) || 'null') as Seen['body'];
  return { status: response.status, body, headers: Object.fromEntries(response.headers) };
}

/** A store on a port of its own, and a page of another origin, which may call it unless settings say otherwise. */
async function openPageOf(t: Test, settings: Record<string, string> = {}) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = await openStore(t, { CORS_ORIGINS: origin, ...settings });
  const api = `${await store.app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  const page = await openPage(t);
  await page.goto(origin);
  return { ...store, page, api };
}

async function blocksOfGuide(app: FastifyInstance) {
  return blocksOf(await publishedGuides(app)).filter(({ guide }) => guide === 'Browsers');
}
