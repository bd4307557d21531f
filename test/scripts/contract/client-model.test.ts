// The generated client in virtual time against a server that does whatever a server can: it is late,
// resets connections, loses responses, tells limits that contradict each other. Programs abort.

import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { ApiError, ClientEvent } from '../../platform/service/generated/client.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { followModel, type Random } from '../../support/models.ts';
import { SAMPLE } from '../../support/services.ts';
import {
  beginVirtualTime,
  inVirtualTime,
  passUntil,
  passUntilNothingIsDue,
  setVirtualTimeout,
  virtualNow,
} from '../../support/virtual-time.ts';
import { createClientModel, type Reply } from './client-model.ts';

const MODULE = join(await temporaryFolder(t), 'client.ts');
const text = await readFile(join(SAMPLE.folder, 'generated/client.ts'), 'utf8');
await writeFile(MODULE, inVirtualTime(text));
const { createClient }: typeof import('../../platform/service/generated/client.ts') = await import(
  MODULE
);
type Client = ReturnType<typeof createClient>;
type Signal = { readonly signal: AbortSignal };

const TIMEOUT_MS = 30_000;
const MAX_IN_FLIGHT = [1, 2, 50];

/** What programs call. The requests of each call name its number. */
const CALLS = {
  list: {
    kind: { canRepeat: true, hasReserve: false },
    success: { status: 200, body: '[]' },
    call: (client: Client, number: number, options: Signal) =>
      client.listWidgets({ limit: number }, options),
  },
  create: {
    kind: { canRepeat: true, hasReserve: false },
    success: { status: 201, body: '{}' },
    call: (client: Client, number: number, options: Signal) =>
      client.createWidget({ name: 'Bolt', groupId: BigInt(number) }, {}, options),
  },
  update: {
    kind: { canRepeat: false, hasReserve: false },
    success: { status: 200, body: '{}' },
    call: (client: Client, number: number, options: Signal) =>
      client.updateWidget({ widgetId: BigInt(number) }, { name: 'Gear' }, options),
  },
  remove: {
    kind: { canRepeat: true, hasReserve: false },
    success: { status: 204, body: '' },
    call: (client: Client, number: number, options: Signal) =>
      client.removeWidget({ widgetId: BigInt(number) }, options),
  },
  key: {
    kind: { canRepeat: true, hasReserve: true },
    success: { status: 200, body: '{}' },
    call: (client: Client, number: number, options: Signal) =>
      client.getKey({ keyId: number }, options),
  },
} as const;

/** The number of the call that sends a request. */
function numberOf(url: string, body: unknown): number {
  const [number] = /\d+$/.exec(url) ?? /\d+/.exec(String(body)) ?? [];
  return Number(number);
}

/** What the server does with an attempt: it replies, or loses the connection, or is silent. */
interface Served extends Reply {
  /** Until there are headers. */
  readonly headersMs: number;
  /** From then on, until there is the whole body. */
  readonly bodyMs: number;
}

interface Step {
  readonly calls: keyof typeof CALLS;
  readonly afterMs: number;
  readonly abortAfterMs: number | undefined;
  /** What its attempts get, one after the other, and then a success. */
  readonly gets: readonly Served[];
}

const OK: Served = { status: 200, code: '', headersMs: 20, bodyMs: 0 };

function makeStep({ below, number, pick, oneOf }: Random): Step {
  const delays = () => ({
    headersMs: pick([0, 5, 50, 700, 700, 5_000, 29_999, 30_001, 200_000]),
    bodyMs: pick([0, 0, 0, 3, 2_000, 30_000]),
  });
  const seconds = () => pick([1, 2, 5, 30, 59, 60, 61, 100, 200, 239, 241, 3_600]);
  const left = () =>
    pick([undefined, { remaining: 5, seconds: 30 }, { remaining: 0, seconds: seconds() }]);
  const limited = (code: string) => ({
    status: 429,
    code,
    retryAfter: pick([undefined, 0, seconds(), seconds()]),
    left: pick([undefined, { remaining: 0, seconds: 30 }]),
    ...delays(),
  });
  const failed = (status: number, code: string) => ({
    status,
    code,
    retryAfter: pick([undefined, undefined, seconds()]),
    ...delays(),
  });
  const served = () =>
    oneOf<Served>([
      [4, () => ({ status: 200, code: '', left: left(), ...delays() })],
      [3, () => limited('rate_limit_exceeded')],
      [1, () => limited('api_key_banned')],
      [3, () => failed(pick([408, 500, 502, 503, 503, 504]), 'unexpected_response')],
      [1, () => failed(pick([400, 404, 412]), 'not_found')],
      [1, () => failed(409, 'idempotency_key_in_use')],
      // The connection is reset, before or after the headers.
      [2, () => ({ status: 0, code: 'no_response', ...delays() })],
    ]);
  return {
    calls: pick(Object.keys(CALLS) as (keyof typeof CALLS)[]),
    afterMs: pick([0, 0, 0, 3, 100, 2_000, 31_000, 90_000]),
    abortAfterMs: number() < 0.2 ? pick([0, 4, 900, 20_000, 70_000]) : undefined,
    gets: Array.from({ length: below(6) }, served),
  };
}

const LOST: Reply = { status: 0, code: 'no_response' };

function headersOf({ retryAfter, left }: Served): Headers {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  if (left) {
    headers.set('x-ratelimit-limit', '60');
    headers.set('x-ratelimit-remaining', String(left.remaining));
    headers.set('ratelimit', `"minute";r=${left.remaining};t=${left.seconds}`);
  }
  return headers;
}

function begin(seed: number) {
  const random = (seed % 7) / 7;
  beginVirtualTime(1_790_000_000_000, random);
  // There is one.
  const maxInFlight = MAX_IN_FLIGHT[seed % MAX_IN_FLIGHT.length] as number;
  const model = createClientModel(virtualNow, maxInFlight, random);
  const all: {
    readonly step: Step;
    readonly gets: Served[];
    attempts: number;
    abortedMs?: number;
  }[] = [];
  const numberOfCall = new AsyncLocalStorage<number>();
  /** The attempt that the client has told last, and not begun. */
  let told: Extract<ClientEvent, { kind: 'attempt' }> | undefined;
  let failure: unknown;

  /** Within the client, an error would only be one more that it handles. */
  function check(compare: () => void) {
    try {
      if (failure === undefined) compare();
    } catch (error) {
      failure = error;
    }
  }

  /** Sends headers and a body, or less, unless the client ends it before. */
  const serve: typeof fetch = async (url, init) => {
    const { headers, signal, body } = init as RequestInit & {
      headers: Headers;
      signal: AbortSignal;
    };
    const number = numberOf(String(url), body);
    const call = all[number - 1] as (typeof all)[number];
    const served = call.gets.shift() ?? OK;
    const { success } = CALLS[call.step.calls];
    const sentMs = virtualNow();
    check(() => {
      call.attempts += 1;
      assert.equal(told?.url, String(url), 'each attempt is told');
      assert.equal(told.attempt, call.attempts);
      told = undefined;
      model.send(number - 1, headers.get('idempotency-key'));
    });
    let isOver = false;
    const until = <Result>(ms: number, make: () => Result | undefined) =>
      new Promise<Result>((resolve, reject) => {
        const end = (error: unknown, reply: Reply) => {
          if (isOver) return;
          isOver = true;
          check(() => model.answer(number - 1, reply));
          reject(error);
        };
        signal.addEventListener('abort', () => {
          if (call.abortedMs === undefined && !isOver) {
            check(() => assert.equal(virtualNow() - sentMs, TIMEOUT_MS));
            end(signal.reason, LOST);
          }
          isOver = true;
          reject(signal.reason);
        });
        setVirtualTimeout(() => {
          const result = make();
          if (result === undefined) end(new TypeError('fetch failed'), LOST);
          else if (!isOver) resolve(result);
        }, ms);
      });
    const isSuccess = served.status === 200;
    const status = isSuccess ? success.status : served.status || 200;
    const text = isSuccess ? success.body : JSON.stringify({ code: served.code, message: 'No.' });
    const isLostAtOnce = served.status === 0 && served.bodyMs === 0;
    const response = {
      status,
      ok: status < 300,
      headers: headersOf(served),
      text: () =>
        until(served.bodyMs, () => {
          if (served.status === 0) return undefined;
          if (!isOver) check(() => model.answer(number - 1, { ...served, status }));
          return text;
        }).finally(() => {
          isOver = true;
        }),
    };
    // What a client needs of a response.
    const needed = response as unknown as Response;
    return until(served.headersMs, () => (isLostAtOnce ? undefined : needed));
  };

  const client = createClient({
    apiKey: 'key',
    baseUrl: 'https://api.example.com/v1',
    fetch: serve,
    timeoutMs: TIMEOUT_MS,
    maxInFlight,
    onEvent(event: ClientEvent) {
      if (event.kind === 'attempt') {
        told = event;
      } else if (event.kind === 'wait') {
        const number = numberOfCall.getStore() ?? 0;
        check(() => model.wait(number - 1, event.reason));
      }
    },
  });

  function start(step: Step) {
    const { kind, call } = CALLS[step.calls];
    const own: (typeof all)[number] = { step, gets: [...step.gets], attempts: 0 };
    const number = all.push(own);
    model.begin(kind);
    const controller = new AbortController();
    const reason = new Error('The program has aborted.');
    let isEnded = false;
    if (step.abortAfterMs !== undefined) {
      setVirtualTimeout(() => {
        if (isEnded) return;
        own.abortedMs = virtualNow();
        model.end(number - 1, { status: undefined, isAbort: true });
        controller.abort(reason);
      }, step.abortAfterMs);
    }
    const end = (error?: unknown) => {
      isEnded = true;
      check(() => {
        if (own.abortedMs === undefined) {
          const { status } = (error ?? {}) as Partial<ApiError>;
          if (error !== undefined) assert.equal(typeof status, 'number', String(error));
          return model.end(number - 1, { status, isAbort: false });
        }
        assert.equal(error, reason);
        assert.equal(virtualNow(), own.abortedMs, 'an abort ends a call at once');
      });
    };
    numberOfCall
      .run(number, () => call(client, number, { signal: controller.signal }))
      .then(
        () => end(),
        (error) => end(error),
      );
  }

  function expectNoFailure() {
    if (failure !== undefined) throw failure;
  }

  return {
    async take(step: Step) {
      await passUntil(virtualNow() + step.afterMs);
      start(step);
      await passUntil(virtualNow());
      expectNoFailure();
    },
    async finish() {
      const hasEnd = await passUntilNothingIsDue(86_400_000);
      expectNoFailure();
      assert.ok(hasEnd, 'the client has nothing to wait for');
      model.expectEnd();
    },
  };
}

t.test('a client keeps its promises, whatever a server does', (t) =>
  followModel(t, { runs: 700, stepsPerRun: 10, makeStep, begin }),
);

t.test('asks once a minute, although it waits to ask for the response to another', async () => {
  // With one request in flight.
  const run = begin(0);
  const steps: readonly Step[] = [
    {
      calls: 'key',
      afterMs: 0,
      abortAfterMs: undefined,
      gets: [
        { status: 502, code: 'unexpected_response', retryAfter: 61, headersMs: 5, bodyMs: 0 },
        // From 61 to 86 s, while a minute of the pause ends.
        { ...OK, headersMs: 25_000 },
      ],
    },
    {
      calls: 'create',
      afterMs: 2_000,
      abortAfterMs: undefined,
      gets: [
        { status: 429, code: 'rate_limit_exceeded', retryAfter: 230, headersMs: 5, bodyMs: 0 },
        // So the pause goes on.
        { status: 503, code: 'service_unavailable', headersMs: 5, bodyMs: 0 },
      ],
    },
    { calls: 'list', afterMs: 1_000, abortAfterMs: undefined, gets: [] },
  ];
  for (const step of steps) await run.take(step);
  await run.finish();
});

t.test('calls go on one after the other, although the pause has ended before', async () => {
  // With two requests in flight.
  const run = begin(7);
  const never = { abortAfterMs: undefined } as const;
  const limited = { status: 429, code: 'rate_limit_exceeded', headersMs: 5, bodyMs: 0 };
  const steps: readonly Step[] = [
    {
      ...never,
      calls: 'key',
      afterMs: 0,
      gets: [
        { ...limited, retryAfter: 61 },
        { ...OK, headersMs: 0 },
      ],
    },
    { ...never, calls: 'key', afterMs: 1_000, gets: [] },
    // Until 63 s, and a little longer.
    { ...never, calls: 'list', afterMs: 54_000, gets: [{ ...OK, headersMs: 8_000 }] },
    { ...never, calls: 'list', afterMs: 0, gets: [{ ...OK, headersMs: 8_500 }] },
  ];
  for (const step of steps) await run.take(step);
  await run.finish();
});
