/*
 * What every client has, whatever its contract. It is not run from here: from the line of dashes on, it is read
 * as text, and put below what is made of a contract.
 */

declare const BASE_URL: string;

/** What is made of a contract calls it. */
export type Connect = typeof connect;

// ---
export interface ClientOptions {
  /** Sent with every request. Keep it out of pages: whoever can read it can use it. */
  readonly apiKey: string | undefined;
  /** The base address, which ends in the major version. */
  readonly baseUrl?: string | undefined;
  /** Sends the requests, in place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Ends all calls, at once. */
  readonly signal?: AbortSignal | undefined;
  /** How often a request is sent at most; 4 unless given. */
  readonly maxAttempts?: number | undefined;
}

/** Its signal ends the call at once, also while it waits. */
export type CallOptions = Pick<ClientOptions, 'signal'>;

/** What the last response has said of the window with the fewest remaining requests. */
export type Limits = Readonly<{ limit: number; remaining: number; resetsAt: Date }>;

/** The items of a page. The last page has no `next`. */
export type Page<Item> = Item[] & { readonly next?: () => Promise<Page<Item>> };

/** Returns a page; `all` returns the items of all pages, and reads each page when it is needed. */
export interface List<Arguments extends unknown[], Item> {
  (...given: Arguments): Promise<Page<Item>>;
  all(...given: Arguments): AsyncGenerator<Item, void, undefined>;
}

/** What every call throws, unless it is aborted: then it throws the reason of the signal. */
export class ApiError extends Error {
  /** The service's, or `no_response`, or `unexpected_response` if it is not the service's. */
  readonly code: string;
  /** That of the response; 0 without one. */
  readonly status: number;
  /** Quote it when you contact support. */
  readonly requestId: string | undefined;
  /** How long to wait, counted from the response, until a request can succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response?: Response, body?: unknown, cause?: unknown) {
    const { code, message } = (body ?? {}) as Partial<ApiError>;
    const isOurs = typeof code === 'string' && typeof message === 'string';
    const otherwise = response ? `Unexpected response ${response.status}.` : 'No response.';
    super(isOurs ? message : otherwise, { cause });
    this.name = 'ApiError';
    this.status = response?.status ?? 0;
    this.code = isOurs ? code : `${response ? 'unexpected' : 'no'}_response`;
    this.requestId = response?.headers.get('X-Request-Id') ?? undefined;
    this.retryAfterSeconds = secondsUntil(response?.headers.get('Retry-After') ?? '');
  }
}

/** Where a value has 64-bit integers: by field, or once for all items of a list or a map. */
type Integers = 'int64' | readonly [Integers] | { readonly [field: string]: Integers };

interface Operation {
  /** The method, and the path below the base address. */
  readonly route: string;
  /** The arguments of its method, before the options. */
  readonly takes: readonly ('parameters' | 'body')[];
  /** The parameters that are sent as headers. */
  readonly headers?: readonly string[];
  /** By status of a success: where its body has 64-bit integers, or null for no body. */
  readonly responses: { readonly [status: number]: Integers | null };
}

/** Makes the methods of a client. */
function connect({ apiKey, baseUrl = BASE_URL, maxAttempts = 4, ...options }: ClientOptions) {
  if (!apiKey) throw new TypeError('createClient needs an apiKey.');
  let limits: Limits | undefined;
  type Request = ReturnType<typeof requestOf>;
  return { call, list, limits: () => limits };

  function call<T>(operation: Operation) {
    return async (...given: unknown[]) => (await send(requestOf(operation, given))).body as T;
  }

  function list<Item>(operation: Operation) {
    const first = async (...given: unknown[]) => read(requestOf(operation, given));
    async function read(request: Request): Promise<Page<Item>> {
      const { body, link } = await send(request);
      const url = nextAddress(link, request.url);
      const next = url && (() => read({ ...request, url }));
      return Object.defineProperty(body as Item[], 'next', { value: next });
    }
    async function* all(...given: unknown[]) {
      let page: Page<Item> | undefined = await first(...given);
      while (page) {
        yield* page;
        page = await page.next?.();
      }
    }
    return Object.assign(first, { all });
  }

  function requestOf(
    { route, takes, headers: names = [], responses }: Operation,
    given: unknown[],
  ) {
    const [method = '', path = ''] = route.split(' ');
    const body = takes.includes('body') ? given[takes.indexOf('body')] : undefined;
    const parameters = takes.includes('parameters') ? given[takes.indexOf('parameters')] : {};
    const values = new Map<string, unknown>(Object.entries(parameters ?? {}));
    const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name) => {
      const segment = encodeURIComponent(String(values.get(name) ?? ''));
      // It would lead to another operation.
      if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} must not be "${segment}".`);
      values.delete(name);
      return segment;
    });
    const url = new URL(baseUrl.replace(/\/+$/, '') + filled, globalThis.location?.href);
    const headers = new Headers({ Authorization: `Bearer ${apiKey}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    const keyName = names.find((name) => name.toLowerCase() === 'idempotency-key');
    if (keyName) headers.set(keyName, randomKey());
    for (const [name, value] of values) {
      if (value === undefined) continue;
      if (names.includes(name)) headers.set(name, String(value));
      else for (const one of [value].flat()) url.searchParams.append(name, String(one));
    }
    const { signal } = (given[takes.length] ?? {}) as CallOptions;
    const signals = [options.signal, signal].filter((one) => one !== undefined);
    const text = body === undefined ? null : toJson(body);
    const init = { method, headers, body: text, signal: AbortSignal.any(signals) };
    return { url, init, responses };
  }

  /** Sends a request until it succeeds, or a further attempt is of no use. */
  async function send(request: Request) {
    const { method, headers, signal } = request.init;
    const canRepeat = method === 'GET' || headers.has('Idempotency-Key');
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(request);
      } catch (cause) {
        signal.throwIfAborted();
        const error = cause instanceof ApiError ? cause : new ApiError(undefined, undefined, cause);
        if (attempt >= maxAttempts || !canRepeat || !isTemporary(error)) throw error;
        const seconds = error.retryAfterSeconds ?? 2 ** (attempt - 1);
        // Later by up to a quarter, so that not all clients come back at once.
        await pause(seconds * 1000 * (1 + Math.random() / 4), signal);
      }
    }
  }

  async function sendOnce({ url, init, responses }: Request) {
    const { fetch = globalThis.fetch } = options;
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const text = await response.text();
    const { status, ok, headers } = response;
    const limit = (name: string) => Number(headers.get(`X-RateLimit-${name}`));
    if (headers.has('X-RateLimit-Limit')) {
      const resetsAt = new Date(limit('Reset') * 1000);
      limits = { limit: limit('Limit'), remaining: limit('Remaining'), resetsAt };
    }
    const integers = responses[status];
    const body = integers === null ? null : parseJson(text, integers);
    const isSuccess = ok || integers !== undefined;
    if (!isSuccess || body === undefined) throw new ApiError(response, body);
    return { body: integers === null ? undefined : body, link: headers.get('Link') ?? '' };
  }
}

/** Whether the same request may soon succeed. A ban and a limit per day are not waited for. */
function isTemporary({ status, code, retryAfterSeconds = 0 }: ApiError): boolean {
  if (code === 'api_key_banned' || retryAfterSeconds > 60) return false;
  // An attempt whose connection was lost may still be in progress.
  return [0, 429, 503].includes(status) || code === 'idempotency_key_in_use';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      return signal.aborted ? reject(signal.reason) : resolve();
    }
  });
}

/** @param retryAfter a number of seconds, or a date (RFC 9110 section 10.2.3) */
function secondsUntil(retryAfter: string): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The `rel="next"` of a Link header (RFC 8288), unless another host would get the API key. */
function nextAddress(link: string, from: URL): URL | undefined {
  const [, next] = /<([^>]*)>[^<]*;\s*rel="([^"]* )?next[ "]/i.exec(link) ?? [];
  const url = next === undefined ? undefined : new URL(next, from);
  return url?.origin === from.origin ? url : undefined;
}

/** Random digits. A page over plain HTTP has no `crypto.randomUUID`. */
const randomKey = () => crypto.getRandomValues(new BigUint64Array(2)).join('-');
/** Begins the text that stands for a number while JSON.parse or JSON.stringify would round it. */
const MARK = `number:${randomKey()}:`;

function toJson(value: unknown): string {
  // Read from its object, since `one` is what a BigInt.prototype.toJSON has made of it.
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, one) {
    return typeof this[key] === 'bigint' ? `${MARK}${this[key]}` : one;
  });
  return text.replaceAll(new RegExp(`"${MARK}(-?\\d+)"`, 'g'), '$1');
}

/** Returns undefined if the text is no JSON. */
function parseJson(text: string, integers: Integers | undefined): unknown {
  const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
  const marked = text.replaceAll(stringsAndNumbers, (token) =>
    token.startsWith('"') ? token : `"${MARK}${token}"`,
  );
  try {
    return withNumbers(JSON.parse(marked), integers);
  } catch {
    return undefined;
  }
}

/** Makes bigints of 64-bit integers, and numbers of all others. */
function withNumbers(value: unknown, integers: Integers | undefined): unknown {
  if (typeof value === 'string' && value.startsWith(MARK)) {
    const digits = value.slice(MARK.length);
    return integers === 'int64' ? BigInt(digits) : Number(digits);
  }
  if (typeof value !== 'object' || value === null) return value;
  const known = new Map<string, Integers>(Object.entries(integers ?? {}));
  const isEach = Array.isArray(integers);
  const entries = Object.entries(value).map(([key, one]) => {
    return [key, withNumbers(one, known.get(isEach ? '0' : key))] as const;
  });
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}
