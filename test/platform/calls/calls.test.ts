// Calls of other services by handlers: their time limit, their trace, and further attempts.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import {
  type CallOptions,
  createFetch,
  type TracedCall,
} from '../../../src/platform/calls/index.ts';
import { startCollector } from '../../support/collector.ts';
import { openOwnService } from '../../support/own-service.ts';
import { listenOn } from '../../support/raw-http.ts';
import { stopTime } from '../../support/stopped-time.ts';
import { responding } from '../contract/made-up.ts';

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** Another service, whose responses follow each other; the last one is repeated. */
async function otherService(t: Test, ...responds: readonly Respond[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const respond = responds[requests.length] ?? responds.at(-1);
    requests.push(request);
    respond?.(response, request);
  });
  const port = await listenOn(t, server);
  t.teardown(() => server.closeAllConnections());
  return { requests, url: `http://127.0.0.1:${port}/stock?key=secret` };
}

const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(code, headers).end(`${code}`);
const cutOff: Respond = (response) => response.destroy();
/** The time of the last call, if a test has taken it into its hands. */
let time: AbortController | undefined;
/** Never responds: by then, the time of the call is over. */
const silent: Respond = () => endTime();

function endTime() {
  time?.abort(new DOMException('over', 'TimeoutError'));
}

/** Lets the time of calls pass only by `endTime`. */
function takeTime(t: Test) {
  const timeout = mock.method(AbortSignal, 'timeout', () => {
    time = new AbortController();
    return time.signal;
  });
  t.teardown(() => {
    timeout.mock.restore();
    time = undefined;
  });
  return timeout.mock;
}

/** Each: what the other service does, with what options it is called, and what comes of it. */
const CASES: Readonly<
  Record<string, readonly [Respond[], CallOptions, result: string, attempts: number]>
> = {
  'an error that may end': [[status(503), status(502), status(200)], {}, '200', 3],
  'an error that stays': [[status(503)], {}, '503', 3],
  'a mistake of the caller': [[status(404)], {}, '404', 1],
  'a connection that is cut off': [[cutOff, status(200)], {}, '200', 2],
  'one that is always cut off': [[cutOff], { method: 'DELETE' }, 'FailedCall', 3],
  'a pause that is asked for': [[status(429, { 'retry-after': '0' }), status(200)], {}, '200', 2],
  'one that is too long': [[status(503, { 'retry-after': '60' })], {}, '503', 1],
  'a create': [[status(503), status(201)], { method: 'POST', body: '{}' }, '503', 1],
  'a create that is cut off': [[cutOff], { method: 'post', body: '{}' }, 'FailedCall', 1],
  'no response in time': [[silent], { timeoutMs: 60_000 }, 'FailedCall', 1],
  'no second one in time': [[status(503), silent], { timeoutMs: 60_000 }, 'FailedCall', 2],
};

t.test('a call is tried again where that is safe, and may help', async (t) => {
  const limits = takeTime(t);
  const fetch = createFetch();
  for (const [name, [responds, options, expected, attempts]] of Object.entries(CASES)) {
    const { requests, url } = await otherService(t, ...responds);
    const result = await fetch(url, options).then(
      (response) => response.text(),
      (error) => {
        t.notMatch(error.message, 'secret', 'without what the address contains');
        return error.name;
      },
    );
    t.strictSame([result, requests.length], [expected, attempts], name);
    t.strictSame(limits.calls.at(-1)?.arguments, [options.timeoutMs ?? 2_000], 'for all attempts');
  }
});

t.test('each pause between attempts is longer', async (t) => {
  const times: number[] = [];
  const failing: Respond = (response) => {
    times.push(performance.now());
    response.writeHead(503).end();
  };
  const { url } = await otherService(t, failing);
  await createFetch()(url);
  const [first = 0, second = 0, third = 0] = times;
  // A timer may end a millisecond early.
  t.ok(second - first > 48 && third - second > 98, times.join());
});

/** Lets time pass only when the test says so, and calls nobody. */
function callNobody(t: Test, respond: () => Response) {
  const calling = mock.method(globalThis, 'fetch', async () => respond());
  t.teardown(() => calling.mock.restore());
  const passTime = stopTime(t);
  return {
    /** @returns how often somebody was called by then */
    async pass(ms: number) {
      await passTime(ms);
      return calling.mock.callCount();
    },
  };
}

t.test('a pause is 100 ms, then 200, less up to a half by chance', async (t) => {
  for (const [chance, pausesMs] of [
    [0, [100, 200]],
    [0.5, [75, 150]],
    // It is never 1, by which others who share this process would fail.
    [0.99, [50.5, 101]],
  ] as const) {
    await t.test(`${chance}`, async (t) => {
      const random = mock.method(Math, 'random', () => chance);
      t.teardown(() => random.mock.restore());
      let cancelled = 0;
      const cancel = () => {
        cancelled += 1;
      };
      const unread = () => new Response(new ReadableStream({ cancel }), { status: 503 });
      const { pass } = callNobody(t, unread);
      const response = createFetch()('http://other.example/');
      t.equal(await pass(0), 1);
      for (const [before, pauseMs] of pausesMs.entries()) {
        t.equal(await pass(pauseMs - 1), before + 1);
        t.equal(await pass(1), before + 2);
      }
      t.equal((await response).status, 503);
      t.equal(cancelled, 2, 'what nobody reads keeps no connection');
    });
  }
});

t.test('a pause that is as long as the rest of the time is too long', async (t) => {
  const headers = { 'retry-after': '2' };
  const { pass } = callNobody(t, () => new Response(null, { status: 503, headers }));
  const calling = createFetch()('http://other.example/');
  t.equal(await pass(0), 1);
  const response = await Promise.race([calling, nextTick('waits')]);
  t.match(response, { status: 503 });
});

t.test('the step of a call has failed from status 400 on', async (t) => {
  const ends: unknown[] = [];
  const traced: TracedCall = { headers: {}, end: (failure) => ends.push(failure) };
  let status = 0;
  callNobody(t, () => new Response(null, { status }));
  for (status of [200, 399, 400, 500]) {
    await createFetch(() => traced)('http://other.example/', { method: 'POST' });
  }
  t.strictSame(ends, [undefined, undefined, '400', '500']);
});

t.test('the time limit also ends a body, and a signal ends a call', async (t) => {
  const fetch = createFetch();
  const { url } = await otherService(t, (response) => response.writeHead(200).write('a part'));
  takeTime(t);
  const response = await fetch(url);
  const reading = t.rejects(response.text(), { name: 'TimeoutError' });
  endTime();
  await reading;
  const waiting = await otherService(t, status(503, { 'retry-after': '1' }));
  const call = new AbortController();
  const calling = t.rejects(fetch(waiting.url, { signal: call.signal }), { name: 'FailedCall' });
  while (waiting.requests.length === 0) await nextTick();
  // It has the response by now, and waits for a second.
  await wait(300);
  call.abort();
  await calling;
  t.equal(waiting.requests.length, 1);
});

const PATHS = {
  '/stock': { get: { operationId: 'showStock', ...responding({ type: 'string' }) } },
};

t.test('a request whose call fails gets 503, and the log says why', async (t) => {
  const { url } = await otherService(t, silent);
  const { send, log } = await openOwnService(t, {
    paths: PATHS,
    createHandlers: ({ fetch }) => ({
      showStock: async () => (await fetch(url, { timeoutMs: 50 })).text(),
    }),
  });
  const response = await send('/stock');
  t.match(response.json(), { code: 'service_unavailable', status: 503 });
  t.ok(response.headers['retry-after']);
  t.match(log.join(''), /GET http:\/\/127\.0\.0\.1:\d+ has failed/);
  t.notMatch(log.join(''), 'secret');
});

t.test('the trace of a request goes on in its calls, each attempt a step', async (t) => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const collector = await startCollector(t);
  const { url, requests } = await otherService(t, status(503), status(200));
  const { app, send } = await openOwnService(t, {
    paths: PATHS,
    createHandlers: ({ fetch }) => ({ showStock: async () => (await fetch(url)).text() }),
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  const traceparent = `00-${trace}-b7ad6b7169203331-01`;
  t.equal((await send('/stock', { traceparent, tracestate: 'vendor=1' })).json(), '200');
  await app.close();
  const steps = collector.spans.filter(({ name }) => name === 'GET');
  t.strictSame(
    requests.map(({ headers }) => [headers.traceparent, headers.tracestate]),
    steps.map(({ spanId }) => [`00-${trace}-${spanId}-01`, 'vendor=1']),
  );
  const request = collector.spans.find(({ name }) => name === 'GET /v1/stock');
  t.match(steps, [
    { parentSpanId: request?.spanId, attributes: { 'error.type': '503' } },
    { parentSpanId: request?.spanId, attributes: { 'server.address': '127.0.0.1' } },
  ]);
});

t.test('a trace has the port of a scheme where an address has none', async (t) => {
  const collector = await startCollector(t);
  const { app, send } = await openOwnService(t, {
    paths: PATHS,
    createHandlers: ({ fetch }) => ({
      showStock: async () => {
        for (const url of ['http://127.0.0.1/', 'https://127.0.0.1/']) {
          // Whether anybody listens there does not matter.
          await fetch(url, { method: 'POST' }).catch(() => undefined);
        }
        return 'called';
      },
    }),
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  await send('/stock');
  await app.close();
  const steps = collector.spans.filter(({ name }) => name === 'POST');
  t.strictSame(
    steps.map(({ attributes }) => attributes['server.port']),
    [80, 443],
  );
});
