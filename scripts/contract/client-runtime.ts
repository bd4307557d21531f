// The part that the clients of all contracts have in common: the text below the line of dashes is
// copied into each of them. `Used` only keeps its names from being unused here.

export type Used = typeof connect;
declare const BASE_URL: string;
// ---
export interface ClientOptions {
  /** Sent with every request. Keep it out of pages: whoever can read it can use it. */
  readonly apiKey: string | undefined;
  /** The base address, which ends in the major version. In a page, it can begin with a slash. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** How long an attempt can take; 30,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** After how many failures a call fails; 4 unless given. Waiting for a limit is no failure. */
  readonly maxAttempts?: number | undefined;
  /** How long all waits of a call can take together; 240 unless given. */
  readonly maxWaitSeconds?: number | undefined;
  /** How many requests can be in flight; 50 unless given. Further calls wait for a response. */
  readonly maxInFlight?: number | undefined;
  /** Is told of each attempt, wait and retry. What it throws is logged, and changes nothing. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** A request is sent; the call begins to wait; or it goes on after an error. */
export type ClientEvent = EventDetails & {
  /** The `operationId` of the call. */
  readonly operation: string;
  /** How many requests the call has sent, with this one. */
  readonly attempt: number;
};

type EventDetails =
  | { readonly kind: 'attempt'; readonly method: string; readonly url: string }
  | {
      readonly kind: 'wait';
      /** For a limit or a ban, for the time of a retry, or for the responses to other requests. */
      readonly reason: 'limit' | 'retry' | 'requests in flight';
      /** As far as it is known. Such a wait can end earlier, or later. */
      readonly seconds: number | undefined;
    }
  | { readonly kind: 'retry'; readonly error: ApiError };

export interface CallOptions {
  /** Ends the call at once, even while it waits. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a GET whose body has a tag. */
export interface ReadOptions extends CallOptions {
  /** The `etag` of a body: the call fails with `not_modified` if the body is still the same. */
  readonly ifNoneMatch?: string | undefined;
}

/** Options of a change that can depend on what is there. */
export interface ChangeOptions extends CallOptions {
  /**
   * The `etag` of what you have read, or `*`: the call fails with `precondition_failed`, and changes
   * nothing, if there is something else. After a lost response it fails with `no_response`: if the
   * change was made, a repeated call would meet it. Read what is there.
   */
  readonly ifMatch?: string;
}

/** The tag of a body, which any other body lacks. */
export type ETag = string;

/** The window with the fewest requests remaining, as of the last response. */
export type Limits = Readonly<{ limit: number; remaining: number; resetsAt: Date }>;

/** Returns the body of the response; `response` returns it with the status and the headers. */
export interface Call<Arguments extends unknown[], Body, Tag = ETag | undefined> {
  (...given: Arguments): Promise<Body>;
  response(...given: Arguments): Promise<FullResponse<Body, Tag>>;
}

export interface FullResponse<Body, Tag = ETag | undefined> {
  readonly body: Body;
  /** For `ifMatch` and `ifNoneMatch` of a later call. */
  readonly etag: Tag;
  readonly status: number;
  readonly headers: Headers;
  /** Quote it when you contact support. */
  readonly requestId: string | undefined;
}

/** `all` returns the items of all pages, and requests each page when it is needed. */
export interface List<Arguments extends unknown[], Item, Tag = ETag | undefined>
  extends Call<Arguments, Item[], Tag> {
  page(...given: Arguments): Promise<Page<Item, NonNullable<Arguments[0]>, Tag>>;
  all(...given: Arguments): AsyncGenerator<Item, void, undefined>;
}

export interface Page<Item, Parameters, Tag = ETag | undefined> {
  readonly items: Item[];
  /** The tag of this page, for `ifNoneMatch` of a later call. */
  readonly etag: Tag;
  /** The parameters of the next page; undefined on the last one. */
  readonly next: Parameters | undefined;
}

type ErrorFields = Pick<ApiError, 'code' | 'status' | 'message'> &
  Partial<Omit<ApiError, keyof Error | 'code' | 'status'>>;

/** The error of every failed call. An aborted call throws the reason of the signal instead. */
export class ApiError extends Error {
  /** That of the service, or `no_response`, `not_modified` or `unexpected_response`. */
  readonly code: string;
  /** The status of the response; 0 if there is none. */
  readonly status: number;
  /** The headers of the response; undefined if there is none. */
  readonly headers: Headers | undefined;
  /** Quote it when you contact support. */
  readonly requestId: string | undefined;
  /** How long to wait, counted from the error, until a request can succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** The `operationId` of the call. */
  readonly operation: string | undefined;
  /** How many requests the call has sent; 0 if it failed before the first. */
  readonly attempt: number | undefined;
  /** Where a redirect leads, which is never followed. No page is told. */
  readonly location: string | undefined;

  constructor(fields: ErrorFields, cause?: unknown) {
    super(fields.message);
    this.name = 'ApiError';
    this.code = fields.code;
    this.status = fields.status;
    this.headers = fields.headers;
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.operation = fields.operation;
    this.attempt = fields.attempt;
    this.location = fields.location;
    if (cause !== undefined) Object.defineProperty(this, 'cause', { value: cause });
  }
}

/**
 * Narrows a value that was read to the values that can be sent.
 *
 * @throws a TypeError for any other value, which a newer service may return
 */
export function expectOneOf<Value extends string | number | boolean | null>(
  known: readonly Value[],
  value: unknown,
): Value {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new TypeError(`${JSON.stringify(value)} is none of ${JSON.stringify(known)}.`);
}

/** Where a value has 64-bit integers: by field, or once for all items of a list or a map. */
type Integers = 'int64' | readonly [Integers] | { readonly [field: string]: Integers };

/** `int64` or a type of JSON; for a list of values, that of each. */
type QueryType = string | readonly [string];

interface Operation {
  readonly operationId: string;
  readonly route: string;
  readonly takes: readonly ('parameters' | 'body')[];
  readonly inHeaders?: readonly string[];
  /** Of a list, the parameters in the query that are not one text each. */
  readonly inQuery?: { readonly [name: string]: QueryType };
  /** Whether it has limits of its own once those of the plan are used up. */
  readonly hasReserve?: boolean;
  /** By status, the first for any other 2xx: where a body has 64-bit integers; null for no body. */
  readonly responses: { readonly [status: number]: Integers | null };
}

/** A repeated PATCH could undo what somebody has changed in between. */
const REPEATABLE = ['GET', 'PUT', 'DELETE'];
/** Such a failure is likely to end soon. */
const TEMPORARY = [408, 500, 502, 503, 504];
/** What a response with such a status says of limits may be about the address of the caller. */
const WITHOUT_KEY = [401, 408, 431, 503, 505];

/** What some platforms lack, such as React Native without polyfills. */
const NEEDED: { readonly [name: string]: () => unknown } = {
  AbortController: () => new AbortController(),
  BigInt: () => BigInt(1),
  Headers: () => new Headers({ a: 'b' }),
  Request: () => new Request('https://a'),
  'URL.searchParams': () => new URL('?a=b', 'https://a').searchParams.getAll('a'),
  'crypto.getRandomValues': () => randomKey(),
};

function isMissing(use: () => unknown): boolean {
  try {
    return use() === undefined;
  } catch {
    return true;
  }
}

/** Makes the methods of a client. */
function connect({ apiKey, baseUrl = BASE_URL, timeoutMs = 30_000, ...options }: ClientOptions) {
  const { maxAttempts = 4, maxWaitSeconds = 240, maxInFlight = 50 } = options;
  const needed = Object.entries({ ...NEEDED, fetch: () => options.fetch ?? fetch });
  const missing = needed.filter(([, use]) => isMissing(use)).map(([name]) => name);
  if (missing.length > 0) {
    throw new TypeError(`createClient needs ${missing.join(', ')}: load a polyfill before it.`);
  }
  if (!apiKey) throw new TypeError('createClient needs an apiKey.');
  // Otherwise, fetch would throw an error that quotes the key.
  if (!/^[!-~]+$/.test(apiKey)) throw new TypeError('apiKey must have only visible characters.');
  if (!baseUrl || !/^(https?:\/\/[^\s/?#@]+)?(\/[^\s?#]*)?$/i.test(baseUrl)) {
    const rules = 'begin with https:// or http://, and have no query, no blank and no user';
    throw new TypeError(`baseUrl must ${rules}. In a page, it can begin with a slash.`);
  }
  // Without room for one request, all calls would wait for ever.
  if (!(maxInFlight >= 1)) throw new TypeError('maxInFlight must be at least 1.');
  const inFlight: InFlight = { count: 0, most: maxInFlight, whenFewer: [] };
  const turnsOfReserve = takeTurns(maxWaitSeconds, inFlight);
  const turnsOfPlan = takeTurns(maxWaitSeconds, inFlight);
  let calls = 0;
  let limits: Limits | undefined;
  return { call, list, limits: () => limits };

  function call<Body, Tag>(operation: Operation) {
    async function response(...given: unknown[]): Promise<FullResponse<Body, Tag>> {
      const { body, response } = await send(requestOf(operation, given));
      const { status, headers } = response;
      const etag = tagOf(response) as Tag;
      return { body: body as Body, etag, status, headers, requestId: requestIdOf(response) };
    }
    return Object.assign(async (...given: unknown[]) => (await response(...given)).body, {
      response,
    });
  }

  function list<Item, Parameters, Tag>(operation: Operation) {
    const types = new Map(Object.entries(operation.inQuery ?? {}));

    async function* all(...given: unknown[]) {
      const request = requestOf(operation, given);
      for (let url: URL | undefined = request.url; url; ) {
        const { items, response, progress } = await read({ ...request, url });
        yield* items;
        url = nextPage(response, url, progress);
      }
    }

    async function page(...given: unknown[]): Promise<Page<Item, Parameters, Tag>> {
      const request = requestOf(operation, given);
      const { items, response, progress } = await read(request);
      const etag = tagOf(response) as Tag;
      const url = nextPage(response, request.url, progress);
      if (!url) return { items, etag, next: undefined };
      if (url.pathname !== request.url.pathname) throw errorOf(response, progress);
      const next: Record<string, unknown> = { ...(given[0] as object) };
      const { searchParams } = url;
      searchParams.forEach((_, name) => {
        next[name] = readValue(searchParams.getAll(name), types.get(name));
      });
      return { items, etag, next: next as Parameters };
    }

    async function read(request: ReturnType<typeof requestOf>) {
      const { body, response, progress } = await send(request);
      if (!Array.isArray(body)) throw errorOf(response, progress);
      return { items: body as Item[], response, progress };
    }

    return Object.assign(call<Item[], Tag>(operation), { page, all });
  }

  /** Behind a proxy, another path may be another application, which must not get the API key. */
  function nextPage(response: Response, page: URL, progress: CallProgress): URL | undefined {
    const next = nextLink(response.headers.get('Link') ?? '');
    const url = next === undefined ? undefined : new URL(next, page);
    if (url && !url.href.startsWith(`${base()}/`)) throw errorOf(response, progress);
    return url;
  }

  function base() {
    return new Request(baseUrl).url.replace(/\/+$/, '');
  }

  function requestOf(operation: Operation, given: unknown[]) {
    const { operationId, route, takes, inHeaders = [], hasReserve = false, responses } = operation;
    const [method = '', path = ''] = route.split(' ');
    const body = given[takes.indexOf('body')];
    const parameters = (given[takes.indexOf('parameters')] ?? {}) as Record<string, unknown>;
    const callOptions = (given[takes.length] ?? {}) as ReadOptions & ChangeOptions;
    const { signal, ifMatch, ifNoneMatch } = callOptions;
    const filled = path.replace(/\{([^{}]+)\}/g, (_, name) => {
      const segment = encodeURIComponent(String(parameters[name] ?? ''));
      // Such a segment would lead to another operation.
      if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} must not be "${segment}".`);
      return segment;
    });
    const url = new URL(base() + filled);
    const headers = new Headers({ Authorization: `Bearer ${apiKey}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    const keyName = inHeaders.find((name) => name.toLowerCase() === 'idempotency-key');
    if (keyName) headers.set(keyName, randomKey());
    if (ifNoneMatch) headers.set('If-None-Match', ifNoneMatch);
    if ('ifMatch' in callOptions) {
      // Otherwise, a program without a tag would change whatever is there.
      if (!ifMatch) throw new TypeError('ifMatch must be a tag, or "*" for whatever is there.');
      headers.set('If-Match', ifMatch);
    }
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined || value === null || path.includes(`{${name}}`)) continue;
      const isEmpty = Array.isArray(value) && value.length === 0;
      // It would be sent as nothing, which a filter takes for all.
      if (isEmpty) throw new TypeError(`${name} must have at least one item.`);
      if (inHeaders.includes(name)) headers.set(name, String(value));
      else for (const one of [value].flat()) url.searchParams.append(name, String(one));
    }
    return {
      operationId,
      url,
      hasReserve,
      responses,
      method,
      headers,
      body: body === undefined ? null : toJson(body),
      signal,
    };
  }

  function begin({ operationId: operation, signal }: ReturnType<typeof requestOf>): CallProgress {
    calls += 1;
    const progress = { operation, signal, rank: calls, attempt: 0, rejections: 0 };
    return Object.assign(progress, { tell });

    function tell(details: EventDetails) {
      try {
        options.onEvent?.({ ...details, operation, attempt: progress.attempt });
      } catch (error) {
        console.error(error);
      }
    }
  }

  /** Sends a request until it succeeds, or until another attempt would not help. */
  async function send(request: ReturnType<typeof requestOf>) {
    const { method, headers, hasReserve } = request;
    // While other calls wait for the plan, these have something left.
    const turns = hasReserve ? turnsOfReserve : turnsOfPlan;
    const hasKey = headers.has('Idempotency-Key');
    // After a lost response, such a change would meet its own. A removal would not: nothing is left.
    const meetsItself = method === 'PUT' && headers.has('If-Match');
    const canRepeat = hasKey || (REPEATABLE.includes(method) && !meetsItself);
    const progress = begin(request);
    for (let failures = 0; ; ) {
      const sent = await turns.take(progress, (known) => sendOnce(request, progress, known));
      if (!(sent instanceof ApiError)) return { ...sent, progress };
      if (sent.status === 429) {
        // The request was not processed, so that any can be repeated.
        turns.expectTime(progress, sent);
        progress.tell({ kind: 'retry', error: sent });
        continue;
      }
      failures += 1;
      const isTemporary =
        TEMPORARY.includes(sent.status) ||
        // The first attempt may still be in progress after its connection was lost.
        ['no_response', 'idempotency_key_in_use'].includes(sent.code);
      if (failures >= maxAttempts || !canRepeat || !isTemporary) throw sent;
      await turns.wait(sent.retryAfterSeconds || 2 ** (failures - 1), progress, sent);
    }
  }

  /** @param known the pause when the request is sent */
  async function sendOnce(
    request: ReturnType<typeof requestOf>,
    progress: CallProgress,
    known: Pause | undefined,
  ) {
    const { method, url, headers, body, hasReserve, responses, signal } = request;
    const turns = hasReserve ? turnsOfReserve : turnsOfPlan;
    throwIfAborted(signal);
    progress.attempt += 1;
    progress.tell({ kind: 'attempt', method, url: url.href });
    const abort = new AbortController();
    const end = () => abort.abort();
    const forgetLimit = limitTime(timeoutMs, end);
    signal?.addEventListener('abort', end);
    let response: Response;
    let text: string;
    try {
      const init = { method, headers, body, redirect: 'manual', signal: abort.signal } as const;
      response = await (options.fetch ?? fetch)(url, init);
      text = await response.text();
    } catch (cause) {
      throwIfAborted(signal);
      const message = abort.signal.aborted ? `No response in ${timeoutMs} ms` : reasonOf(cause);
      const { operation, attempt } = progress;
      const fields = { code: 'no_response', status: 0, message, operation, attempt };
      return new ApiError(fields, cause);
    } finally {
      forgetLimit();
      signal?.removeEventListener('abort', end);
    }
    const { status, ok } = response;
    const shown = WITHOUT_KEY.includes(status) ? undefined : limitsIn(response.headers);
    if (shown) {
      limits = shown;
      if (shown.remaining > 0) turns.resume(known);
      // With a reserve, what is used up may be the plan alone.
      else if (status !== 429 && !hasReserve)
        turns.stop(secondsToReset(response.headers, shown), 'rate_limit_exceeded', known);
    }
    if (status === 304) return errorOf(response, progress, NOT_MODIFIED);
    const integers = ok && !(status in responses) ? Object.values(responses)[0] : responses[status];
    const value = integers === null ? undefined : parseJson(text, integers);
    const isExpected = integers === null || (integers !== undefined && value !== undefined);
    if (isExpected) return { body: value, response };
    const error = errorOf(response, progress, value);
    if (status === 429) {
      turns.stop(error.retryAfterSeconds || 2 ** progress.rejections, error.code, known);
      progress.rejections += 1;
    }
    return error;
  }
}

/** How far a call is. */
interface CallProgress {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
  /** The call with the lower rank goes first. */
  readonly rank: number;
  /** How many requests it has sent, and how many of them got a 429. */
  attempt: number;
  rejections: number;
  /** Until when it can wait, which the first wait sets. */
  deadlineMs?: number;
  tell(details: EventDetails): void;
}

/** While the service takes no requests. */
interface Pause {
  readonly untilMs: number;
  readonly code: string;
  /** When the next call is sent to ask, since a plan can be raised, and a ban lifted. */
  askMs: number;
}

/** The requests without a response, of all calls of a client. */
interface InFlight {
  count: number;
  readonly most: number;
  readonly whenFewer: (() => void)[];
}

/** Lets the calls of a client wait for a limit together, and then go on in their order. */
function takeTurns(maxWaitSeconds: number, inFlight: InFlight) {
  const { now, deadlineOf, spread, wait } = measureWaits(maxWaitSeconds);
  const waiting: { readonly progress: CallProgress; end(error?: ApiError): void }[] = [];
  let pause: Pause | undefined;
  /** Whether one call goes after the other, so that the first ones tell if nothing is left again. */
  let isCareful = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer last let a call go on. */
  let wentOnMs = 0;
  // As soon as a call can begin, unless the time for it is set.
  inFlight.whenFewer.push(() => timer === undefined && schedule());
  return { take, stop, resume, expectTime, wait };

  function isFull(): boolean {
    return inFlight.count >= inFlight.most;
  }

  /**
   * Sends a request as soon as the call can.
   *
   * @throws if the call would have to wait too long
   */
  async function take<Result>(
    progress: CallProgress,
    send: (known: Pause | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = progress;
    if (pause && pause.untilMs <= now()) pause = undefined;
    if (waiting.length === 0 && !isFull()) {
      if (!pause) return start();
      if (pause.askMs <= now()) {
        pause.askMs = now() + 60_000;
        return start();
      }
    }
    if (pause) expectTime(progress);
    const reason = pause || isCareful ? 'limit' : 'requests in flight';
    const seconds = pause && (pause.untilMs - now()) / 1000;
    progress.tell({ kind: 'wait', reason, seconds });
    return until(signal, (resolve, reject) => {
      const turn = {
        progress,
        end: (error?: ApiError) => (error ? reject(error) : resolve(start())),
      };
      const later = waiting.findIndex((one) => one.progress.rank > progress.rank);
      waiting.splice(later < 0 ? waiting.length : later, 0, turn);
      if (waiting.length === 1) schedule();
      return () => {
        waiting.splice(waiting.indexOf(turn), 1);
        schedule();
      };
    });

    async function start() {
      inFlight.count += 1;
      try {
        return await send(pause);
      } finally {
        inFlight.count -= 1;
        for (const goOn of inFlight.whenFewer) goOn();
      }
    }
  }

  function schedule() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) isCareful = false;
    else if (pause) isCareful = true;
    while (!isCareful && waiting.length > 0 && !isFull()) waiting.shift()?.end();
    if (waiting.length === 0 || isFull()) return;
    const atMs = Math.max(wentOnMs + 5, pause ? Math.min(pause.untilMs, pause.askMs) : now() + 5);
    timer = setTimeout(() => {
      timer = undefined;
      if (isFull()) return;
      // Later than `atMs`, if there were too many requests in flight until now.
      const nowMs = now(atMs);
      wentOnMs = nowMs;
      if (pause && nowMs < pause.untilMs) pause.askMs = nowMs + 60_000;
      else pause = undefined;
      waiting.shift()?.end();
      schedule();
    }, atMs - now());
  }

  /** @param known the pause when the request was sent: to a later one, the response can only add */
  function stop(seconds: number, code: string, known: Pause | undefined) {
    if (!(seconds > 0)) return;
    const ms = 1000 * spread(seconds);
    const told = { untilMs: now() + seconds * ms, code, askMs: now() + 60 * ms };
    const isLate = pause && pause !== known;
    // A copy, so that no response to a request that was sent before this one ends it.
    pause = isLate && pause && pause.untilMs > told.untilMs ? { ...pause } : told;
    for (const turn of [...waiting]) {
      if (pause.untilMs <= deadlineOf(turn.progress)) continue;
      waiting.splice(waiting.indexOf(turn), 1);
      turn.end(notSent(pause, turn.progress, now()));
    }
    schedule();
  }

  /** @param known the pause when the request was sent: a later one holds */
  function resume(known: Pause | undefined) {
    if (!pause || pause !== known) return;
    pause = undefined;
    schedule();
  }

  /** @throws if the call would have to wait too long: `error`, if it was sent */
  function expectTime(progress: CallProgress, error?: ApiError) {
    const deadlineMs = deadlineOf(progress);
    if (pause && pause.untilMs > deadlineMs) throw error ?? notSent(pause, progress, now());
  }
}

/** What the waits of calls have in common: one clock, and how long all of a call's can take. */
function measureWaits(maxWaitSeconds: number) {
  let latestMs = 0;
  return { now, deadlineOf, spread, wait };

  /** Never goes back, and is never before the time that a timer was set to. */
  function now(timerMs = 0): number {
    latestMs = Math.max(latestMs, timerMs, Date.now());
    return latestMs;
  }

  function deadlineOf(progress: CallProgress): number {
    progress.deadlineMs ??= now() + maxWaitSeconds * 1000;
    return progress.deadlineMs;
  }

  /** Up to a quarter longer, so that not all programs go on at the same time. */
  function spread(seconds: number): number {
    const most = Math.min(0.25, Math.max(0, maxWaitSeconds / seconds - 1));
    return 1 + Math.random() * most;
  }

  /** Waits after a failure. @throws that failure, if the wait would be too long */
  async function wait(seconds: number, progress: CallProgress, failure: ApiError) {
    const waitMs = seconds * 1000 * spread(seconds);
    const atMs = now() + waitMs;
    if (atMs > deadlineOf(progress)) throw failure;
    progress.tell({ kind: 'retry', error: failure });
    progress.tell({ kind: 'wait', reason: 'retry', seconds: waitMs / 1000 });
    await until<void>(progress.signal, (resolve) => {
      const sleep = setTimeout(resolve, atMs - now());
      return () => clearTimeout(sleep);
    });
    now(atMs);
  }
}

/** The error of a call that is not sent, since it would have to wait too long. */
function notSent(
  { untilMs, code }: Pause,
  { operation, attempt }: CallProgress,
  nowMs: number,
): ApiError {
  // A faulty proxy can ask for more time than a Date can tell.
  const until = new Date(Math.min(untilMs, 8.64e15)).toISOString();
  const message = `Not sent: no requests are left until ${until}`;
  const retryAfterSeconds = Math.ceil((untilMs - nowMs) / 1000);
  return new ApiError({ code, status: 429, message, retryAfterSeconds, operation, attempt });
}

/** Waits until `start` ends it. When the signal aborts, calls what `start` has returned. */
function until<Result>(
  signal: AbortSignal | undefined,
  start: (
    resolve: (result: Result | Promise<Result>) => void,
    reject: (error: ApiError) => void,
  ) => () => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    throwIfAborted(signal);
    const forget = () => signal?.removeEventListener('abort', abort);
    const cancel = start(
      (result) => {
        forget();
        resolve(result);
      },
      (error) => {
        forget();
        reject(error);
      },
    );
    signal?.addEventListener('abort', abort);

    function abort() {
      cancel();
      forget();
      reject(reasonToAbort(signal));
    }
  });
}

/**
 * Calls `end` after a time, unless the function that it returns is called before. Programs whose
 * timers are those of a test still have this limit, where the platform has its own.
 */
function limitTime(ms: number, end: () => void): () => void {
  const own = typeof AbortSignal === 'function' ? AbortSignal.timeout?.(ms) : undefined;
  if (own) {
    own.addEventListener('abort', end);
    return () => own.removeEventListener('abort', end);
  }
  const timer = setTimeout(end, ms);
  return () => clearTimeout(timer);
}

function throwIfAborted(signal: AbortSignal | undefined) {
  if (signal?.aborted) throw reasonToAbort(signal);
}

/** Older signals have no reason. */
function reasonToAbort(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? Object.assign(new Error('Aborted'), { name: 'AbortError' });
}

const NOT_MODIFIED = { code: 'not_modified', message: 'The body still has this tag.' };

function errorOf(response: Response, { operation, attempt }: CallProgress, body?: unknown) {
  const { status, headers } = response;
  const { code, message } = (body ?? {}) as Partial<ApiError>;
  const isOurs = typeof code === 'string' && typeof message === 'string';
  const [mediaType = ''] = (headers.get('Content-Type') ?? '').split(';');
  const location = (status >= 300 && status < 400 && headers.get('Location')) || undefined;
  const target = location && `, which leads to ${location}`;
  return new ApiError({
    code: isOurs ? code : 'unexpected_response',
    message: isOurs
      ? message
      : `Unexpected response ${status} ${mediaType}`.trim() + (target ?? ''),
    status,
    headers,
    requestId: requestIdOf(response),
    retryAfterSeconds: secondsUntil(headers.get('Retry-After') ?? ''),
    operation,
    attempt,
    location,
  });
}

function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('X-Request-Id') ?? undefined;
}

function tagOf({ headers }: Response): ETag | undefined {
  return headers.get('ETag') ?? undefined;
}

/** Why there is no response, such as `fetch failed: ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  const { message = String(error), cause } = Object(error) as { message?: string; cause?: unknown };
  const { code, message: details } = Object(cause) as { code?: string; message?: string };
  return [message, code ?? details].filter(Boolean).join(': ');
}

function limitsIn(headers: Headers): Limits | undefined {
  const value = (name: string) => Number(headers.get(`X-RateLimit-${name}`));
  if (!headers.has('X-RateLimit-Limit')) return undefined;
  const resetsAt = new Date(value('Reset') * 1000);
  return { limit: value('Limit'), remaining: value('Remaining'), resetsAt };
}

/** How long no requests remain: by `RateLimit`, if it is there, since clocks differ. */
function secondsToReset(headers: Headers, { resetsAt }: Limits): number {
  const spent = (headers.get('RateLimit') ?? '').matchAll(/;r=0;t=(\d+)/g);
  const seconds = [...spent].map(([, t]) => Number(t));
  return seconds.length > 0 ? Math.max(...seconds) : (resetsAt.getTime() - Date.now()) / 1000;
}

/** @param retryAfter a number of seconds, or a date (RFC 9110 section 10.2.3); perhaps repeated */
function secondsUntil(retryAfter: string): number | undefined {
  const [number] = /^\d+(\.\d+)?(?=\s*(,|$))/.exec(retryAfter) ?? [];
  if (number) return Number(number);
  const [date = ''] = /^[^,]*,[^,]*/.exec(retryAfter) ?? [];
  const seconds = Math.ceil((Date.parse(date) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The target of `rel="next"` in a Link header (RFC 8288). */
function nextLink(link: string): string | undefined {
  const [, next] = /<([^>]*)>[^<]*;\s*rel="?([^"<]* )?next(?![^\s",;])/i.exec(link) ?? [];
  return next;
}

/** Reads a parameter from a query. What only a newer service has or takes is a text. */
function readValue(texts: string[], type: QueryType = 'string'): unknown {
  if (typeof type !== 'string') return texts.map((text) => readValue([text], type[0]));
  const [text = ''] = texts;
  if (type === 'string') return text;
  return parseJson(text, type === 'int64' ? type : undefined) ?? text;
}

/** Random digits, because a page over plain HTTP has no `crypto.randomUUID`. */
const randomKey = () => crypto.getRandomValues(new BigUint64Array(2)).join('-');

function toJson(value: unknown): string {
  const mark = `bigint:${randomKey()}:`;
  // `one` may be the result of a BigInt.prototype.toJSON; `this[key]` is the value itself.
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, one) {
    return typeof this[key] === 'bigint' ? mark + this[key] : one;
  });
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** Returns undefined if the text is not JSON. Such a text is not searched: it could take hours. */
function parseJson(text: string, integers: Integers | undefined): unknown {
  const stringOrNumber = /("[^"\\]*(?:\\.[^"\\]*)*")|-?\d[\d.eE+-]*/g;
  const quoted = () => text.replace(stringOrNumber, (one, string) => string ?? `"${one}"`);
  try {
    return withBigints(JSON.parse(text), JSON.parse(quoted()), integers);
  } catch {
    return undefined;
  }
}

/** @param quoted the same value with texts for numbers, which keep all of their digits */
function withBigints(value: unknown, quoted: unknown, integers: Integers | undefined): unknown {
  if (integers === 'int64' && typeof value === 'number') return BigInt(String(quoted));
  if (typeof value !== 'object' || value === null || !integers) return value;
  const known = new Map<string, Integers>(Object.entries(integers));
  const entries = Object.entries(value).map(([key, one]) => {
    const own = known.get(Array.isArray(integers) ? '0' : key);
    return [key, withBigints(one, (quoted as Record<string, unknown>)[key], own)];
  });
  return Object.assign(value, Object.fromEntries(entries));
}
