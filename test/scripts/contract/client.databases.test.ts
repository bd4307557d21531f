// The generated client against the real service, and against a network that fails. That it sends and
// returns all values of any contract is tested in test/platform/contract/properties.test.ts.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { errorCodesOf } from '../../../src/platform/errors/catalogue.ts';
import { openSample } from '../../helper.ts';
import { featuresClient } from '../../platform/contract/features.ts';
import type {
  ApiError,
  ClientEvent,
  ClientOptions,
} from '../../platform/service/generated/client.ts';
import { ClientDate, onClientClock, skipPauses } from '../../support/client-clock.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { listenOn } from '../../support/raw-http.ts';
import { SEED } from '../../support/seed.ts';
import { UNLIMITED } from '../../support/servers/unlimited.ts';
import { SAMPLE } from '../../support/services.ts';

const ON_CLOCK = join(await temporaryFolder(t), 'client.ts');
const MODULE = await readFile(join(SAMPLE.folder, 'generated/client.ts'), 'utf8');
await writeFile(ON_CLOCK, onClientClock(MODULE));
const {
  createClient,
  expectWidgetStatus,
}: typeof import('../../platform/service/generated/client.ts') = await import(ON_CLOCK);

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;
const WIDGET = { id: 1, name: 'Bolt', groupId: 7, status: 'available' };

/** A client of the real service, through its socket. */
async function openClient(t: Test, settings: Partial<ClientOptions> = {}) {
  const store = await openSample(t);
  const { key } = await store.createKey({ plan: 'enterprise', limits: UNLIMITED });
  const baseUrl = `${await store.app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  return { ...store, baseUrl, client: createClient({ apiKey: key, baseUrl, ...settings }) };
}

/** What a scripted server does with one request. */
type Step = (response: ServerResponse, request: IncomingMessage) => unknown;

/** A server that takes a step for each request, and repeats the last step. */
async function openScript(t: Test, steps: readonly Step[], settings: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const step = steps[Math.min(requests.length, steps.length - 1)];
    requests.push(request);
    step?.(response, request);
  });
  const baseUrl = `http://127.0.0.1:${await listenOn(t, server)}/v1`;
  t.teardown(() => server.closeAllConnections());
  return { requests, baseUrl, client: createClient({ apiKey: 'key', baseUrl, ...settings }) };
}

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  const isText = typeof body === 'string';
  return (response) => {
    response.writeHead(status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...headers,
    });
    response.end(isText ? body : JSON.stringify(body));
  };
}

const reset: Step = (response) => response.socket?.resetAndDestroy();
const close: Step = (response) => response.socket?.destroy();
const error = (code: string, status: number) => ({ code, message: `It is ${code}.`, status });
const limited = (retryAfter: string) =>
  respond(429, error('rate_limit_exceeded', 429), { 'retry-after': retryAfter });

/** A `fetch` that counts as in flight until the client has read its response. */
function countFetches() {
  const statuses: number[] = [];
  let inFlight = 0;
  const counted: typeof fetch = async (...given) => {
    inFlight += 1;
    try {
      const response = await fetch(...given);
      statuses.push(response.status);
      return new Response(await response.text(), response);
    } finally {
      // The client reads it before that.
      setImmediate(() => {
        inFlight -= 1;
      });
    }
  };
  return { statuses, fetch: counted, isInFlight: () => inFlight > 0 };
}

/** An error is a status, and perhaps a code. */
const RETRIED = ['408', '500', '502', '503', '504', '409 idempotency_key_in_use'];
const ATTEMPTS = 4;
const MAX_WAIT_SECONDS = 240;

/** Tests how long a client waits before each retry, and that it returns what a retry gets. */
function testPauses(
  t: Test,
  name: string,
  step: Step | readonly Step[],
  seconds: readonly number[],
) {
  const steps = [step].flat();
  return t.test(name, async (t) => {
    const { pausesMs } = skipPauses(t);
    const { client, requests } = await openScript(t, steps);
    await thrownBy(client.listWidgets());
    t.strictSame([pausesMs.length, requests.length], [seconds.length, seconds.length + 1]);
    seconds.forEach((wanted, i) => {
      const ratio = Number(pausesMs[i]) / wanted / 1_000;
      t.ok(ratio > 0.49 && ratio <= 1.25, `${pausesMs[i]}`);
    });
    const later = await openScript(t, [...steps, respond(200, [WIDGET])]);
    const widgets = await later.client.listWidgets().catch((reason: ApiError) => reason.status);
    t.equal(typeof widgets, seconds.length > 0 ? 'object' : 'number');
  });
}

/** What a call throws. Each module of a client has a class of its own. */
async function thrownBy(call: Promise<unknown>): Promise<ApiError> {
  const thrown = await call.then(
    () => assert.fail('The call has succeeded.'),
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof Error && thrown.name === 'ApiError', String(thrown));
  return thrown as ApiError;
}

t.test('64-bit integers are exact in both directions', async (t) => {
  const { client } = await openClient(t);
  for (const groupId of [MAX, MIN, 2n ** 53n + 1n]) {
    const { id, ...created } = await client.createWidget({ name: 'Bolt', groupId });
    t.match(created, { groupId });
    t.match(await client.getWidget({ widgetId: id }), { id, groupId });
    t.match((await client.listWidgets()).at(-1), { id, groupId });
  }
});

t.test('a bigint that programs have taught to be JSON stays a number', async (t) => {
  const prototype: { toJSON?: unknown } = BigInt.prototype as object;
  prototype.toJSON = () => 'a text';
  t.teardown(() => delete prototype.toJSON);
  const { client } = await openClient(t);
  t.match(await client.createWidget({ name: 'Bolt', groupId: MAX }), { groupId: MAX });
});

t.test('numbers and strings are what JSON.parse makes of them', async (t) => {
  const { client, respondWith } = await openEcho(t);
  const property = fc.asyncProperty(
    fc.jsonValue(),
    fc.bigInt({ min: MIN, max: MAX }),
    fc.constantFrom('1e400', '-0', '1E+2', '0.1e-7', '12345678901234567890', '1.50'),
    async (value, id, number) => {
      const numbers = `{"id":${number},"nested":[${number},"${number}","\\"${number}"]}`;
      const json = JSON.stringify(value);
      const text = `{"value":${json},"numbers":${numbers},"id":${id},"${id}":"${id}"}`;
      respondWith(text);
      assert.deepEqual(
        { ...(await client.getWidget({ widgetId: 1n })) },
        { ...JSON.parse(text), id },
      );
    },
  );
  await fc.assert(property, { numRuns: 200, seed: SEED });
});

t.test('passes on what a newer service returns', async (t) => {
  const text = `{"id":${MAX},"name":"a\\"1","groupId":-0,"status":"adopted","constructor":1,
    "weight":1.12345678901234567,"far":12345678901234567890,"tiny":1e-7,"lists":[[${MAX}]]}`;
  const { client } = await openScript(t, [(response) => response.end(text)]);
  const widget = await client.getWidget({ widgetId: 1n });
  // What the contract does not name is what JSON.parse makes of it.
  t.strictSame({ ...widget }, { ...JSON.parse(text), id: MAX, groupId: 0n });

  const ofProxy = await openScript(t, [
    (response) => response.writeHead(203).end(`[{"id":${MAX}}]`),
  ]);
  const [found] = await ofProxy.client.listWidgets();
  t.equal(found?.id, MAX, 'exact with another status of a success, too');
});

t.test('does not give the key to another host, and takes no such list for complete', async (t) => {
  const link = '<https://example.org/steal>; rel="next"';
  const { client, requests } = await openScript(t, [respond(200, [WIDGET], { link })]);
  const found: bigint[] = [];
  const readAll = async () => {
    for await (const { id } of client.listWidgets.all()) found.push(id);
  };
  await t.rejects(readAll(), { code: 'unexpected_response', status: 200 });
  t.strictSame([found, requests.length], [[1n], 1]);
  await t.rejects(client.listWidgets.page(), { code: 'unexpected_response' });
});

t.test(
  'a user interface gets one page after the other, and all that a response says',
  async (t) => {
    const { client, database } = await openClient(t);
    const data = ['a', 'b', 'c'].map((name) => ({ name, groupId: 7n, status: 'sold' as const }));
    await database.client.widget.createMany({ data });
    const first = await client.listWidgets.page({ status: 'sold', limit: 2 });
    t.strictSame(
      first.items.map(({ name }) => name),
      ['a', 'b'],
    );
    t.match(first.next, { status: 'sold', limit: 2, cursor: /^[\w-]+$/ });
    const { items, next } = await client.listWidgets.page(first.next);
    t.strictSame([items.map(({ name }) => name), next], [['c'], undefined]);
    t.strictSame((await client.listWidgets.page({ status: 'pending' })).next, undefined);

    const widget = items[0] ?? assert.fail();
    // A closed enum can be sent as it was read.
    const copy = { name: widget.name, groupId: widget.groupId, status: widget.status };
    const { status, headers, requestId, body } = await client.createWidget.response(copy);
    t.match([status, requestId, body], [201, headers.get('X-Request-Id'), copy]);
    t.equal(headers.get('Location'), `/v1/widgets/${body.id}`);
    t.equal(expectWidgetStatus(String(widget.status)), widget.status);
    t.throws(() => expectWidgetStatus('adopted'), {
      name: 'TypeError',
      message: '"adopted" is none of ["available","pending","sold"].',
    });
    // @ts-expect-error
    await t.rejects(client.createWidget({ ...copy, status: 'slod' }), { code: 'invalid_body' });
  },
);

t.test('the parameters of a next page have the types of the query', async (t) => {
  const defaults = 'limit=3&flag=false&level=5&states=a';
  const ids = `ids=${MAX}&ids=7`;
  const link = `</v1/things?${defaults}&${ids}&ratio=most&names=1&cursor=2&newer=8>; rel="next"`;
  const { baseUrl } = await openScript(t, [respond(200, [], { link })]);
  const { listThings } = await featuresClient(t, { apiKey: 'key', baseUrl });
  const given = { 'is sold': true, 'X-Mode': 'fast' };
  t.strictSame(await listThings?.page?.(given), {
    items: [],
    etag: undefined,
    next: {
      ...given,
      limit: 3,
      flag: false,
      level: 5n,
      states: ['a'],
      ids: [MAX, 7n],
      ratio: 'most',
      names: ['1'],
      cursor: '2',
      newer: '8',
    },
  });
});

t.test('an empty list, which would be sent as nothing, is rejected', async (t) => {
  const { baseUrl, requests } = await openScript(t, [respond(200, [])]);
  const { listThings } = await featuresClient(t, { apiKey: 'key', baseUrl });
  await t.rejects(
    Promise.resolve().then(() => listThings?.({ ids: [] })),
    {
      name: 'TypeError',
      message: 'ids must have at least one item.',
    },
  );
  t.equal(requests.length, 0);
});

/** Where production and staging are published: each is called at both, and without a proxy. */
const PUBLISHED = {
  PUBLIC_URL: 'https://api.example.com/widgets/v1',
  STAGING_URL: 'https://staging.example.com/v1',
};

/** The real service behind a proxy that strips the prefix `/widgets`. */
async function openBehindPrefix(t: Test, settings: Record<string, string>) {
  const store = await openSample(t, settings);
  const origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  const paths: string[] = [];
  const proxy = createServer((incoming, response) => {
    const [, path] = /^\/widgets(\/.*)$/.exec(incoming.url ?? '') ?? [];
    paths.push(incoming.url ?? '');
    if (path !== undefined) incoming.url = path;
    forward(origin, incoming, ({ status, headers, text }) => {
      response.writeHead(status, headers as OutgoingHttpHeaders).end(text);
    });
  });
  const port = await listenOn(t, proxy);
  t.teardown(() => proxy.closeAllConnections());
  const addresses = [`http://127.0.0.1:${port}/widgets/v1`, `${origin}/v1`];
  return { ...store, addresses, paths };
}

t.test('addresses in responses lead back to where the caller sent its request', async (t) => {
  for (const settings of [PUBLISHED, { STAGING_URL: PUBLISHED.PUBLIC_URL }]) {
    const { addresses, key } = await openBehindPrefix(t, settings);
    for (const baseUrl of addresses) {
      const call = async (path: string, init: RequestInit = {}) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const response = await fetch(baseUrl + path, { ...init, headers });
        const { headers: received, url } = response;
        const links = (received.get('link') ?? '').matchAll(/<([^>]+)>; rel="([\w-]+)"/g);
        const resolved = [...links].map(([, target, rel]) => [
          rel,
          new URL(String(target), url).href,
        ]);
        const location = received.get('location');
        return {
          status: response.status,
          ...Object.fromEntries(resolved),
          ...(location !== null && { location: new URL(location, url).href }),
        };
      };
      const body = JSON.stringify({ name: 'Bolt', groupId: 7 });
      const { location } = await call('/widgets', { method: 'POST', body });
      t.equal(location.replace(/\d+$/, ''), `${baseUrl}/widgets/`);
      const successor = { 'successor-version': `${baseUrl}/widgets` };
      t.match(await call(location.slice(baseUrl.length)), { status: 200, ...successor });
      t.match(await call('/widgets/0?x=/'), { status: 400, ...successor }, 'with an error, too');
      await call('/widgets', { method: 'POST', body });
      const { next } = await call('/widgets?limit=1&status=available');
      const { pathname, search, origin } = new URL(next);
      t.equal(origin + pathname, `${baseUrl}/widgets`);
      t.match(search, /^\?limit=1&status=available&cursor=[\w-]+$/);
    }
  }
});

t.test('follows all pages behind a proxy, and gives the key to nobody else there', async (t) => {
  for (const settings of [PUBLISHED, {}]) {
    const { addresses, paths, key, database } = await openBehindPrefix(t, settings);
    const data = ['a', 'b', 'c'].map((name) => ({ name, groupId: 7n, status: 'sold' as const }));
    await database.client.widget.createMany({ data });
    const [baseUrl] = addresses;
    const names: string[] = [];
    const readAll = async () => {
      const { listWidgets } = createClient({ apiKey: key, baseUrl });
      for await (const { name } of listWidgets.all({ limit: 1 })) names.push(name);
    };
    // Without its address, the service does not know of the prefix.
    if (settings === PUBLISHED) await readAll();
    else await t.rejects(readAll(), { code: 'unexpected_response', status: 200 });
    t.strictSame(names, settings === PUBLISHED ? ['a', 'b', 'c'] : ['a']);
    t.strictSame(
      paths.filter((path) => !path.startsWith('/widgets/v1/widgets?')),
      [],
    );
  }
});

t.test('throws its own error for a page that is no list', async (t) => {
  const { client } = await openScript(t, [respond(200, WIDGET)]);
  await t.rejects(client.listWidgets.all().next(), { code: 'unexpected_response', status: 200 });
});

t.test('finds the next page among other links', async (t) => {
  for (const rel of ['"last next"', '"next"', 'next', 'next; title="b"', 'next, <c>; rel=last']) {
    const link = `</v1/a>; rel="prev", </v1/b?x=1,2>; title="a"; rel=${rel}`;
    const steps = [respond(200, [WIDGET], { link }), respond(200, [])];
    const { client, requests } = await openScript(t, steps);
    const found = [];
    for await (const { id } of client.listWidgets.all()) found.push(id);
    t.strictSame([found, requests[1]?.url], [[1n], '/v1/b?x=1,2'], rel);
  }
});

t.test('the guide says yes to what is retried', async (t) => {
  const guide = await readFile('openapi/platform/guides/07-idempotent-requests.md', 'utf8');
  const rows = [...guide.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)];
  const [, responses] = rows.find(([, , retry]) => retry?.startsWith('yes')) ?? [];
  t.same(responses?.replaceAll('`', '').split(', '), [...RETRIED, 'no response']);
});

t.test('retries what may succeed later, after the time that the response asks for', async (t) => {
  const named = new Set(RETRIED);
  const others = Object.entries(errorCodesOf(SAMPLE.service.errors))
    .filter(([code, { status }]) => !named.has(`${status}`) && !named.has(`${status} ${code}`))
    .filter(([, { status }]) => status !== 429)
    .map(([code, { status }]) => `${status} ${code}`);
  const cases: [errors: readonly string[], retryAfter: string, seconds: number[]][] = [
    [RETRIED, '7', [7, 7, 7]],
    [RETRIED, `${MAX_WAIT_SECONDS}`, [MAX_WAIT_SECONDS]],
    [RETRIED, '', [1, 2, 4]],
    [[...RETRIED, '429 api_key_banned'], `${MAX_WAIT_SECONDS + 1}`, []],
    [others, '7', []],
  ];
  for (const [errors, retryAfter, seconds] of cases) {
    for (const one of errors) {
      const [status, code = ''] = one.split(' ');
      const headers = retryAfter === '' ? {} : { 'retry-after': retryAfter };
      const step = respond(Number(status), error(code, Number(status)), headers);
      await testPauses(t, `${one}, ${retryAfter}`, step, seconds);
    }
  }
  await testPauses(t, 'a connection that is reset', reset, [1, 2, 4]);
  await testPauses(t, 'a connection that is closed', close, [1, 2, 4]);

  for (const [retryAfter, seconds] of [
    ['299.997', []],
    ['1.5', [1.5, 1.5, 1.5]],
    ['12, 12', [12, 12, 12]],
    ['0', [1, 2, 4]],
    ['soon', [1, 2, 4]],
  ] as const) {
    const step = respond(503, '', { 'retry-after': retryAfter });
    await testPauses(t, retryAfter, step, seconds);
  }
  const date = (ms: number) => new Date(ClientDate.now() + ms).toUTCString();
  const inTwoSeconds = () => `${date(2_000)}, ${date(2_000)}`;
  const step: Step = (...both) => respond(503, '', { 'retry-after': inTwoSeconds() })(...both);
  await testPauses(t, 'a date, twice', step, [2, 2, 2]);
  const inThePast = respond(503, '', { 'retry-after': new Date(0).toUTCString() });
  await testPauses(t, 'a date that is over by our clock', inThePast, [1, 2, 4]);
  for (const status of [408, 500, 502, 503, 504]) {
    await testPauses(t, `${status} of a proxy`, respond(status, '<html>'), [1, 2, 4]);
  }
  await testPauses(t, 'a head that is cut off', cutHead, [1, 2, 4]);
  await testPauses(t, 'a body that is cut off', cutOff, [1, 2, 4]);
  await testPauses(t, 'a page with 200', respond(200, '<html>'), []);
  await testPauses(t, 'no body', respond(200, ''), []);
  await testPauses(t, 'a number that is not JSON', respond(200, '[01]'), []);

  // A wait that the service asks for is no failure, but all waits together have an end.
  await testPauses(t, '429', limited('60'), [60, 60, 60]);
  const limits = Array.from({ length: 9 }, () => limited('7'));
  await testPauses(
    t,
    '429, then 503',
    [...limits, respond(503, '')],
    [...Array(9).fill(7), 1, 2, 4],
  );
});

t.test('a limit stops all calls of a client, and bans no key', async (t) => {
  const { createKey, baseUrl, database, clock } = await openClient(t);
  const { statuses, fetch, isInFlight } = countFetches();
  skipPauses(t, clock.move).waitWhile(isInFlight);
  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 10, perDay: 500 } });
  const client = createClient({ apiKey: key, baseUrl, fetch });
  const workers = Array.from({ length: 12 }, async (_, worker) => {
    for (let call = 0; call < 10; call += 1) {
      const name = `${worker}.${call}`;
      await (call % 2 ? client.listWidgets() : client.createWidget({ name, groupId: 7n }));
    }
  });
  await Promise.all(workers);
  t.equal(await database.client.widget.count(), 60, 'each once');
  const rejected = statuses.filter((status) => status === 429);
  t.ok(rejected.length < statuses.length / 2, 'those in flight when nothing was left');

  // More at once than two windows have room for.
  const burst = Array.from({ length: 25 }, () => client.listWidgets());
  t.equal((await Promise.all(burst)).length, 25);
  t.equal(await database.client.apiKey.count({ where: { bannedUntil: { not: null } } }), 0);
});

t.test('waits until a window ends that has nothing left, and shows each limit', async (t) => {
  const { pausesMs, now } = skipPauses(t);
  const spent = (headers: Record<string, string>) =>
    respond(404, error('widget_not_found', 404), headers);
  const resetSeconds = () => String(Math.ceil(now() / 1_000) + 20);
  const limits = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' };
  const both = {
    ...limits,
    'x-ratelimit-reset': '1',
    ratelimit: '"minute";r=0;t=30, "day";r=9;t=99',
  };
  const { client, requests } = await openScript(t, [
    spent(both),
    (...given) => spent({ ...limits, 'x-ratelimit-reset': resetSeconds() })(...given),
    // What an address has left is nothing that a key is held to.
    respond(503, '', { ...both, 'x-ratelimit-limit': '60' }),
    respond(401, error('api_key_invalid', 401), { ...both, 'x-ratelimit-limit': '60' }),
    respond(200, [WIDGET]),
  ]);
  await thrownBy(client.getWidget({ widgetId: 1n }));
  t.strictSame(client.limits, { limit: 5, remaining: 0, resetsAt: new Date(1_000) });
  await thrownBy(client.getWidget({ widgetId: 1n }));
  t.strictSame([pausesMs.length, requests.length], [1, 2]);
  await thrownBy(client.listWidgets());
  t.equal(client.limits?.limit, 5);
  await client.listWidgets();
  t.equal(requests.length, 5);
  const ratios = [30, 20, 1].map((seconds, i) => Number(pausesMs[i]) / seconds / 1_000);
  t.ok(
    ratios.every((ratio) => ratio >= 1 && ratio < 1.4),
    `${ratios}`,
  );
});

t.test('has so many requests in flight, and no more', async (t) => {
  let most = 0;
  let inFlight = 0;
  const counted: typeof fetch = async (...given) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    return fetch(...given).finally(() => {
      inFlight -= 1;
    });
  };
  const success = respond(200, []);
  const { client, requests } = await openScript(t, [success], { fetch: counted });
  const burst = Array.from({ length: 1_000 }, () => client.listWidgets());
  await Promise.all(burst);
  t.strictSame([most, requests.length], [50, 1_000]);

  // However a request ends, it leaves room for the next one.
  const { pausesMs } = skipPauses(t);
  const ends = [reset, respond(404, error('widget_not_found', 404)), success, respond(503, '')];
  const few = await openScript(t, [...ends, success], { fetch: counted, maxInFlight: 1 });
  most = 0;
  const abort = new AbortController();
  const calls = [undefined, undefined, abort.signal, undefined, undefined].map((signal) => {
    return few.client.listWidgets({}, { signal }).catch(({ code }) => code);
  });
  abort.abort();
  await Promise.all(calls);
  t.strictSame([most, few.requests.length, pausesMs.length], [1, 6, 2]);
  for (const maxInFlight of [0, Number.NaN]) {
    const message = 'maxInFlight must be at least 1.';
    t.throws(() => createClient({ apiKey: 'key', maxInFlight }), { name: 'TypeError', message });
  }
});

t.test('a call that waits for a limit is not in flight', async (t) => {
  const { client, requests } = await openScript(
    t,
    [limited('60'), respond(200, { name: 'Ada', plan: 'pro' })],
    { maxInFlight: 1 },
  );
  const abort = new AbortController();
  const { signal } = abort;
  const waiting = ['a', 'b'].map((cursor) => client.listWidgets({ cursor }, { signal }));
  const ended = Promise.allSettled(waiting);
  while (requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  t.match(await client.getAccount(), { name: 'Ada' });
  abort.abort();
  await ended;
  t.equal(requests.length, 2);
});

t.test('a late response never shortens a pause, but can prolong it', async (t) => {
  const rejected = (code: string, retryAfter: string) => {
    const body = JSON.stringify(error(code, 429));
    return new Response(body, { status: 429, headers: { 'retry-after': retryAfter } });
  };
  const limited = (retryAfter: string) => rejected('rate_limit_exceeded', retryAfter);
  const successful = (remaining: string) => {
    const limits = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': remaining };
    return new Response('[]', { headers: { ...limits, ratelimit: '"minute";r=0;t=20' } });
  };
  for (const [name, first, late, seconds] of [
    ['a shorter wait', limited('40'), limited('7'), 40],
    ['a longer wait', limited('7'), limited('40'), 40],
    ['a wait after a ban', rejected('api_key_banned', '59'), limited('7'), 59],
    ['a ban after a wait', limited('7'), rejected('api_key_banned', '59'), 59],
    ['the last request of a window', limited('40'), successful('0'), 40],
    ['a request of the window before', limited('40'), successful('8'), 40],
  ] as const) {
    const { now, waitWhile } = skipPauses(t);
    const sentMs: number[] = [];
    const held: ((response: Response) => void)[] = [];
    const fetch = () => {
      sentMs.push(now());
      if (sentMs.length > 2) return Promise.resolve(new Response('[]'));
      return new Promise<Response>((resolve) => held.push(resolve));
    };
    const client = createClient({ apiKey: 'key', fetch });
    let isBusy = true;
    waitWhile(() => isBusy);
    const calls = [client.listWidgets(), client.listWidgets()];
    for (const [i, response] of [first, late].entries()) {
      held[i]?.(response);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    isBusy = false;
    await Promise.all(calls);
    const [startMs = 0, , nextMs = 0] = sentMs;
    t.ok(nextMs - startMs >= seconds * 1_000, `${name}: ${nextMs - startMs} ms`);
  }
});

t.test('tells of each attempt, wait and retry, and survives whom it tells', async (t) => {
  skipPauses(t);
  const logged = t.capture(console, 'error', () => undefined);
  const events: ClientEvent[] = [];
  const steps = [respond(503, ''), limited('60'), respond(200, [WIDGET])];
  const { client, baseUrl } = await openScript(t, steps, {
    maxInFlight: 1,
    onEvent: (event) => {
      events.push(event);
      throw new Error('of the hook');
    },
  });
  const attempt = { kind: 'attempt', method: 'GET', url: `${baseUrl}/widgets?limit=1` };
  const wait = (reason: string) => ({ kind: 'wait', reason });
  await Promise.all([client.listWidgets({ limit: 1 }), client.getWidget({ widgetId: 1n })]);
  const of = (operation: string) => events.filter((event) => event.operation === operation);
  t.match(of('listWidgets'), [
    { ...attempt, attempt: 1 },
    { kind: 'retry', error: { status: 503, attempt: 1 }, attempt: 1 },
    { ...wait('retry'), seconds: Number },
    { kind: 'wait' },
    { ...attempt, attempt: 2 },
  ]);
  t.match(of('getWidget'), [
    { ...wait('requests in flight'), seconds: undefined, attempt: 0 },
    { kind: 'attempt', url: `${baseUrl}/widgets/1`, attempt: 1 },
    { kind: 'retry', error: { status: 429 } },
    wait('limit'),
    { kind: 'attempt', attempt: 2 },
  ]);
  t.equal(logged().length, events.length);
});

t.test('says at once what the platform lacks, and needs nothing new', async (t) => {
  const onPlatform = async (name: string, globals: string) => {
    const file = join(await temporaryFolder(t), `${name}.ts`);
    await writeFile(file, `${globals}\n${MODULE}`);
    const module = await import(file);
    return module.createClient as typeof createClient;
  };
  const old = await onPlatform(
    'old',
    `const crypto = { getRandomValues: (array) => globalThis.crypto.getRandomValues(array) };
    const AbortSignal = undefined;`,
  );
  const { baseUrl, requests } = await openScript(t, [respond(201, WIDGET)]);
  const client = old({ apiKey: 'key', baseUrl });
  // Its signals know nothing but that they are aborted.
  const { signal } = new AbortController();
  const oldSignal = new Proxy(signal, {
    get: (target, name) => {
      if (name === 'throwIfAborted' || name === 'reason') return undefined;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const widget = { name: 'Bolt', groupId: 7n };
  t.match(await client.createWidget(widget, {}, { signal: oldSignal }), { name: 'Bolt' });
  t.match(requests[0]?.headers['idempotency-key'], /^\d+-\d+$/);
  const hanging = await openScript(t, [() => undefined]);
  const late = old({ apiKey: 'key', baseUrl: hanging.baseUrl, timeoutMs: 90, maxAttempts: 1 });
  t.match(await thrownBy(late.listWidgets()), { message: 'No response in 90 ms' });
  const aborted = { ...oldSignal, aborted: true };
  await t.rejects(client.listWidgets({}, { signal: aborted }), { name: 'AbortError' });

  for (const [missing, globals] of [
    ['crypto.getRandomValues', 'const crypto = undefined;'],
    ['Headers, URL.searchParams', 'const Headers = undefined, URL = undefined;'],
    ['AbortController, fetch', 'const AbortController = undefined, fetch = undefined;'],
  ]) {
    const create = await onPlatform(missing ?? '', globals ?? '');
    const message = `createClient needs ${missing}: load a polyfill before it.`;
    t.throws(() => create({ apiKey: 'key' }), { name: 'TypeError', message });
  }
});

t.test('a spent day or a ban stops no client for good: it asks once a minute', async (t) => {
  const { move, now } = skipPauses(t);
  for (const [code, retryAfter] of [
    ['rate_limit_exceeded', '86000'],
    ['api_key_banned', '86000'],
    // More than a date can be, or a number.
    ['api_key_banned', '9'.repeat(15)],
    ['api_key_banned', '9'.repeat(400)],
  ] as const) {
    const closed = respond(429, error(code, 429), { 'retry-after': retryAfter });
    const steps = [
      closed,
      closed,
      respond(200, [WIDGET], { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '8' }),
    ];
    const { client, requests } = await openScript(t, steps);
    t.match(await thrownBy(client.listWidgets()), { status: 429, code, message: `It is ${code}.` });
    const ask = () => Promise.allSettled(Array.from({ length: 5 }, () => client.listWidgets()));
    const [unsent] = await ask();
    t.match(unsent, { reason: { status: 429, code, message: /^Not sent: / } });
    t.ok(Number((unsent as PromiseRejectedResult).reason.retryAfterSeconds) > 85_000);
    t.equal(requests.length, 1, 'at once, without a request');
    move(76);
    await ask();
    t.equal(requests.length, 2, 'one of them asks');
    await ask();
    t.equal(requests.length, 2);
    move(76);
    const asked = await ask();
    t.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1);
    t.ok(
      (await ask()).every(({ status }) => status === 'fulfilled'),
      'the ban was lifted',
    );
  }

  // Calls that may wait that long go on as soon as one of them has asked.
  const banned = respond(429, error('api_key_banned', 429), { 'retry-after': '300' });
  const open = respond(200, [WIDGET], { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '8' });
  const { client, requests } = await openScript(t, [banned, banned, open], { maxWaitSeconds: 600 });
  const startMs = now();
  await Promise.all([client.listWidgets(), client.listWidgets(), client.listWidgets()]);
  t.ok(now() - startMs < 160_000);
  t.ok(requests.length <= 6);
});

t.test('an attempt has a limit in time, which ends no later call', async (t) => {
  skipPauses(t);
  for (const step of [() => undefined, slowBody]) {
    let attempts = 0;
    const { client } = await openScript(t, [step], {
      timeoutMs: 90,
      fetch: (...given) => {
        attempts += 1;
        return attempts > 4 ? Promise.resolve(new Response('[]')) : fetch(...given);
      },
    });
    const late = await thrownBy(client.listWidgets());
    t.match(late, { code: 'no_response', status: 0, message: 'No response in 90 ms' });
    t.equal(attempts, 4);
    t.strictSame(await client.listWidgets(), []);
  }
});

t.test('repeats GET, PUT, DELETE, and what has an Idempotency-Key, and nothing else', async (t) => {
  skipPauses(t);
  const { requests, baseUrl, client } = await openScript(t, [reset]);
  const countOf = async (call: Promise<unknown> | undefined) => {
    requests.length = 0;
    await thrownBy(call ?? Promise.resolve());
    return requests.length;
  };
  t.equal(await countOf(client.createWidget({ name: 'Bolt', groupId: 7n })), ATTEMPTS);
  t.ok(requests[0]?.headers['idempotency-key']);
  const things = await featuresClient(t, { apiKey: 'key', baseUrl });
  for (const [operationId, call] of Object.entries(things)) {
    if (operationId === 'limits') continue;
    const count = await countOf(call({ thing_id: 'a', part: 'b' }));
    const sent = String(requests[0]?.method);
    const isRepeated = ['GET', 'PUT', 'DELETE'].includes(sent);
    t.equal(count, isRepeated ? ATTEMPTS : 1, `${operationId}: ${sent}`);
  }
  const part = { thing_id: 'a', part: 'b' };
  const options = { ifMatch: '"a"' };
  t.equal(await countOf(things.replacePart?.(part, {}, options)), 1, 'it would meet its own');
});

t.test('adds one widget, however its connection fails', async (t) => {
  const { baseUrl, key, database } = await openClient(t);
  skipPauses(t);
  for (const isProcessed of [false, true]) {
    const steps: Step[] = [
      (response, incoming) =>
        isProcessed
          ? forward(baseUrl, incoming, () => reset(response, incoming))
          : reset(response, incoming),
      (response, incoming) =>
        forward(baseUrl, incoming, ({ status, text }) => response.writeHead(status).end(text)),
    ];
    const { requests, client } = await openScript(t, steps, { apiKey: key });
    const widget = await client.createWidget({ name: 'Bolt', groupId: 7n });
    t.equal(await database.client.widget.count(), isProcessed ? 2 : 1);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    t.match(keys[0], /^\d+-\d+$/);
    t.strictSame([keys.length, keys[0]], [2, keys[1]]);
    t.equal(widget.name, 'Bolt');
  }
});

t.test('changes what a program has read, unless somebody else has changed it', async (t) => {
  const { client } = await openClient(t);
  const { body, etag: first } = await client.createWidget.response({ name: 'Bolt', groupId: 7n });
  const widget = { widgetId: body.id };
  t.equal((await client.getWidget.response(widget)).etag, first);
  const { etag } = await client.updateWidget.response(widget, { name: 'Nut' }, { ifMatch: first });
  for (const call of [
    () => client.updateWidget(widget, { status: 'sold' }, { ifMatch: first }),
    () => client.removeWidget(widget, { ifMatch: first }),
  ]) {
    t.match(await thrownBy(call()), { status: 412, code: 'precondition_failed' });
  }
  // A program that has lost its tag changes nothing.
  for (const ifMatch of [undefined, null, '']) {
    const options = { ifMatch } as { ifMatch: string };
    await t.rejects(client.removeWidget(widget, options), {
      name: 'TypeError',
      message: 'ifMatch must be a tag, or "*" for whatever is there.',
    });
  }
  t.equal((await client.getWidget(widget)).name, 'Nut');
  t.equal(await client.removeWidget(widget, { ifMatch: etag }), undefined);
  const options = { ifMatch: '*' };
  t.match(await thrownBy(client.removeWidget(widget, options)), { code: 'widget_not_found' });
});

t.test('a body that is still the same is an error of its own', async (t) => {
  const { client } = await openClient(t);
  await client.createWidget({ name: 'Bolt', groupId: 7n });
  await client.createWidget({ name: 'Nut', groupId: 7n });
  const { etag, next } = await client.listWidgets.page({ limit: 1 });
  const limits = client.limits ?? assert.fail();
  const same = await thrownBy(client.listWidgets({ limit: 1 }, { ifNoneMatch: etag }));
  t.match(same, { status: 304, code: 'not_modified', message: 'The body still has this tag.' });
  t.equal(same.headers?.get('ETag'), etag);
  t.equal(client.limits?.remaining, limits.remaining - 1);
  const other = await client.listWidgets.page(next, { ifNoneMatch: etag });
  t.match(other, { items: [{ name: 'Nut' }], next: undefined });
  const whole = await client.listWidgets.response({}, { ifNoneMatch: undefined });
  t.equal(whole.body.length, 2);
  await client.updateWidget({ widgetId: 1n }, { status: 'sold' });
  t.match(await client.listWidgets({}, { ifNoneMatch: whole.etag }), [{ status: 'sold' }, {}]);
});

t.test('repeats no change by itself, which would meet its own, but a removal', async (t) => {
  const { baseUrl, key, client: other } = await openClient(t);
  skipPauses(t);
  const lost: Step = (response, incoming) =>
    forward(baseUrl, incoming, () => reset(response, incoming));
  const passed: Step = (response, incoming) =>
    forward(baseUrl, incoming, ({ status, text }) => response.writeHead(status).end(text));
  const { body, etag: ifMatch } = await other.createWidget.response({ name: 'Bolt', groupId: 7n });
  const widget = { widgetId: body.id };

  const changing = await openScript(t, [lost, passed], { apiKey: key });
  const change = () => changing.client.updateWidget(widget, { name: 'Nut' }, { ifMatch });
  t.match(await thrownBy(change()), { status: 0, code: 'no_response' });
  t.equal(changing.requests.length, 1);
  t.equal((await other.getWidget(widget)).name, 'Nut', 'it was made');
  t.match(await thrownBy(change()), { code: 'precondition_failed' }, 'and is met by a second call');

  const failing = await openScript(t, [reset, passed], { apiKey: key });
  t.equal(await failing.client.removeWidget(widget), undefined);
  const created = await other.createWidget({ name: 'Bolt', groupId: 7n });
  const removing = await openScript(t, [lost, passed], { apiKey: key });
  const removal = removing.client.removeWidget({ widgetId: created.id });
  t.match(await thrownBy(removal), { status: 404, code: 'widget_not_found' });
  t.strictSame([failing.requests.length, removing.requests.length], [2, 2]);
});

t.test('makes a key for each call, unless one is given', async (t) => {
  const { requests, client } = await openScript(t, [respond(201, WIDGET)]);
  const widget = { name: 'Bolt', groupId: 7n };
  await client.createWidget(widget);
  await client.createWidget(widget);
  await client.createWidget(widget, { 'Idempotency-Key': 'mine' });
  await client.listWidgets();
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  t.equal(new Set(keys).size, 4);
  t.strictSame(keys.slice(2), ['mine', undefined]);

  // In JavaScript, a program may have null for what it does not have.
  // @ts-expect-error
  await client.createWidget(widget, { 'Idempotency-Key': null });
  t.match(requests.at(-1)?.headers['idempotency-key'], /^\d+-\d+$/);
  // @ts-expect-error
  await client.listWidgets({ cursor: null });
  t.equal(requests.at(-1)?.url, '/v1/widgets');
});

t.test('every failure is one class', async (t) => {
  const { client, createKey, baseUrl } = await openClient(t);
  const missing = await thrownBy(client.getWidget({ widgetId: 42n }));
  const { status, code, message, requestId, retryAfterSeconds } = missing;
  t.strictSame([status, code, message], [404, 'widget_not_found', 'No widget has the id 42.']);
  t.match([requestId, retryAfterSeconds], [/^[\w-]+$/, undefined]);
  t.match(missing, { operation: 'getWidget', attempt: 1, location: undefined });
  t.equal(missing.headers?.get('X-Request-Id'), requestId);
  t.match(await thrownBy(createClient({ apiKey: 'smp_', baseUrl }).listWidgets()), { status: 401 });
  const typo = { stauts: 'sold' } as object;
  t.match(await thrownBy(client.listWidgets(typo)), {
    message: 'stauts is not a known parameter.',
  });

  const { key } = await createKey({ plan: 'enterprise', limits: { perMinute: 9, perDay: 1 } });
  const limitedClient = createClient({ apiKey: key, baseUrl });
  await limitedClient.listWidgets();
  const exceeded = await thrownBy(limitedClient.listWidgets());
  t.match(exceeded, { status: 429, code: 'rate_limit_exceeded' });
  t.ok(Number(exceeded.retryAfterSeconds) > 3600, 'it says until when');
  t.match(exceeded, { operation: 'listWidgets', attempt: 0 }, 'it was not sent');

  const json = respond(403, { message: 'Forbidden' }, { 'x-request-id': 'a' });
  const endless = respond(200, `"${'\\"'.repeat(90_000)}`);
  const others = [respond(301, ''), endless];
  for (const step of [respond(403, '<html>', { 'x-request-id': 'a' }), json, ...others]) {
    const { client } = await openScript(t, [step]);
    const { code, message } = await thrownBy(client.listWidgets());
    t.equal(code, 'unexpected_response');
    t.match(message, /^Unexpected response (?:403 text\/html|403 application\/json|301|200)/);
  }
  const location = 'https://example.org/v2/widgets';
  const moved = await openScript(t, [respond(308, '', { location })]);
  t.match(await thrownBy(moved.client.listWidgets()), {
    message: `Unexpected response 308 text/html, which leads to ${location}`,
    location,
  });
  const nobody = createClient({ apiKey: 'key', baseUrl: 'http://127.0.0.1:1', maxAttempts: 1 });
  const lost = await thrownBy(nobody.listWidgets());
  t.match(lost, { code: 'no_response', status: 0, message: 'fetch failed: bad port' });
  t.match(lost, { cause: TypeError, headers: undefined, operation: 'listWidgets', attempt: 1 });
});

t.test('says what is wrong with its options, and quotes no key', (t) => {
  t.throws(() => createClient({ apiKey: undefined }), { message: 'createClient needs an apiKey.' });
  for (const apiKey of ['smp_secret\n', 'ask secret', 'smp_sécret']) {
    const message = 'apiKey must have only visible characters.';
    t.throws(() => createClient({ apiKey }), { name: 'TypeError', message });
  }
  for (const [baseUrl, fault] of [
    ['https://example.org/v1?key=a', /no query/],
    ['https://example.org/v1#a', /no query/],
    [' https://example.org/v1', /no blank/],
    ['https://example.org/v1\n', /no blank/],
    ['https://a:secret@example.org/v1', /no user/],
    ['example.org/v1', /begin with https:/],
    ['localhost:3000/v1', /begin with https:/],
    ['ftp://example.org', /begin with https:/],
    ['v1', /begin with https:/],
    ['', /begin with https:/],
  ] as const) {
    t.throws(() => createClient({ apiKey: 'key', baseUrl }), { name: 'TypeError', message: fault });
  }
  for (const baseUrl of ['/v1', 'http://[::1]:3000/v1/', 'HTTPS://example.org']) {
    createClient({ apiKey: 'key', baseUrl });
  }
  t.end();
});

t.test('manages keys while the limits of its plan are used up', async (t) => {
  const { createKey, baseUrl, clock } = await openClient(t);
  clock.stop();
  const limits = { perMinute: 100, perDay: 2 };
  const scopes = ['widgets:read', 'account:read', 'account:write'];
  const { key, id } = await createKey({ plan: 'enterprise', limits, scopes });
  const keyId = Number(id);
  const client = createClient({ apiKey: key, baseUrl, maxWaitSeconds: 0 });
  await Promise.all([client.listWidgets(), client.listWidgets()]);
  t.match(await thrownBy(client.listWidgets()), { status: 429, message: /^Not sent: / });
  t.equal((await client.getAccount()).key.id, keyId);
  t.match(client.limits, { limit: 10, remaining: 9 });
  t.match(await thrownBy(client.listUsage()), { status: 429, message: /^Not sent: / });
  t.match(await client.listKeys.page(), { items: [{ id: keyId }] });
  t.match(await thrownBy(client.getKey({ keyId: 4_711 })), { status: 404 });
  const others = Array.from({ length: 7 }, () => client.getAccount());
  t.equal((await Promise.all(others)).length, 7);
  t.match(await thrownBy(client.getAccount()), { status: 429, message: /10 per minute/ });
  t.match(await thrownBy(client.getAccount()), { status: 429, message: /^Not sent: / });
  clock.move(60);
  const next = createClient({ apiKey: key, baseUrl, maxWaitSeconds: 0 });
  await next.revokeKey({ keyId });
});

t.test('shows the limits that the last response had', async (t) => {
  const { client } = await openClient(t);
  t.equal(client.limits, undefined);
  await client.listWidgets();
  const { limit, remaining, resetsAt } = client.limits ?? assert.fail();
  t.equal(limit - remaining, 1);
  t.ok(resetsAt.getTime() > Date.now());
});

t.test('an abort ends a call at once, whatever it does', async (t) => {
  const states: [name: string, steps: Step[], isReached: (requests: number) => boolean][] = [
    ['before the request', [respond(200, [WIDGET])], () => true],
    ['before the response', [() => undefined], (requests) => requests === 1],
    ['within the body', [slowBody], (requests) => requests === 1],
    ['while it waits for a limit', [limited('60')], (requests) => requests === 1],
    ['while it waits for a retry', [respond(503, '')], (requests) => requests === 1],
  ];
  for (const [name, steps, isReached] of states) {
    const abort = new AbortController();
    const reason = new Error('It was aborted.');
    const { signal } = abort;
    const { client, requests } = await openScript(t, steps);
    if (name === 'before the request') abort.abort(reason);
    const thrown = client.listWidgets({}, { signal }).catch((cause: unknown) => cause);
    while (!isReached(requests.length)) await new Promise((resolve) => setTimeout(resolve, 5));
    // The response may be on its way.
    if (!signal.aborted) setTimeout(() => abort.abort(reason), 50);
    t.equal(await thrown, reason, name);
    t.equal(requests.length, name === 'before the request' ? 0 : 1, name);
  }
  const abort = new AbortController();
  const link = '</v1/widgets?cursor=a>; rel="next"';
  const { client, requests } = await openScript(t, [respond(200, [WIDGET], { link })]);
  const widgets = client.listWidgets.all({}, { signal: abort.signal });
  await widgets.next();
  abort.abort();
  await t.rejects(widgets.next(), { name: 'AbortError' }, 'between two pages');
  t.equal(requests.length, 1);
});

t.test('a path leads to its own operation alone', async (t) => {
  const { client, requests } = await openScript(t, [respond(200, WIDGET)]);
  for (const widgetId of ['..', '.', '', undefined]) {
    // @ts-expect-error: in JavaScript, a program may have any value here.
    await t.rejects(client.getWidget({ widgetId }), TypeError);
  }
  // @ts-expect-error
  await client.getWidget({ widgetId: 'a/b?c' });
  t.strictSame([requests.length, requests[0]?.url], [1, '/v1/widgets/a%2Fb%3Fc']);
});

/** A client of a service that responds with the last text that it was given. */
async function openEcho(t: Test) {
  let text = '';
  const { client } = await openScript(t, [(response) => response.end(text)]);
  const respondWith = (next: string) => {
    text = next;
  };
  return { client, respondWith };
}

const slowBody: Step = (response) => response.writeHead(200).write('[');
const cutHead: Step = (response) => {
  response.socket?.end('HTTP/1.1 200 OK\r\nContent-');
};
const cutOff: Step = (response) => {
  response.writeHead(200, { 'content-length': '9' }).write('[');
  setTimeout(() => response.destroy(), 20);
};

/** Sends a request on to the service, and then does something with its response. */
function forward(
  baseUrl: string,
  incoming: IncomingMessage,
  then: (received: {
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly text: string;
  }) => void,
) {
  const { method, headers, url } = incoming;
  const forwarded = request(new URL(url ?? '', baseUrl), { method, headers }, async (response) => {
    const parts = await response.toArray();
    const { statusCode: status = 0, headers: received } = response;
    then({ status, headers: received, text: Buffer.concat(parts).toString() });
  });
  incoming.pipe(forwarded);
}
