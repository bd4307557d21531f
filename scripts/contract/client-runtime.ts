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
  /** How long one attempt may take until it counts as lost; 30,000 unless given. */
  readonly timeoutMs?: number | undefined;
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

/** Where a value has 64-bit integers, by field. `*` is each item of a list or a map. */
type Integers = 'int64' | { readonly [field: string]: Integers };

interface Operation {
  /** The method, and the path below the base address. */
  readonly route: string;
  /** The parameters that are sent as headers. */
  readonly headers?: readonly string[];
  /** By status of a success: where its body has 64-bit integers, or null for no body. */
  readonly responses: { readonly [status: number]: Integers | null };
}

/** What the operations of a client share. */
function connect(options: ClientOptions) {
  const { apiKey, baseUrl = BASE_URL, fetch = globalThis.fetch } = options;
  const { maxAttempts = 4, timeoutMs = 30_000 } = options;
  if (!apiKey) throw new TypeError('createClient needs an apiKey.');
  let limits: Limits | undefined;
  type Sent = ReturnType<typeof requestOf>;
  return { call, list, limits: () => limits };

  async function call<T>(operation: Operation, given?: object, body?: unknown, by?: CallOptions) {
    return (await send(operation, requestOf(operation, given, body), by)).body as T;
  }

  function list<Item>(operation: Operation) {
    async function read(request: Sent, by?: CallOptions): Promise<Page<Item>> {
      const { body, headers } = await send(operation, request, by);
      const url = nextAddress(headers.get('Link') ?? '', request.url);
      const next = url && (() => read({ ...request, url }, by));
      return Object.defineProperty(body as Item[], 'next', { value: next });
    }
    const first = async (given?: object, by?: CallOptions) => read(requestOf(operation, given), by);
    async function* all(given?: object, by?: CallOptions) {
      let page: Page<Item> | undefined = await first(given, by);
      for (; page; page = await page.next?.()) yield* page;
    }
    return Object.assign(first, { all });
  }

  function requestOf({ route, headers: names = [] }: Operation, given = {}, body?: unknown) {
    const [method = '', path = ''] = route.split(' ');
    const values = new Map<string, unknown>(Object.entries(given));
    const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name) => {
      const segment = encodeURIComponent(String(values.get(name) ?? ''));
      if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} must not be "${segment}".`);
      return segment;
    });
    const url = new URL(baseUrl.replace(/\/+$/, '') + filled, globalThis.location?.href);
    const headers = new Headers({ Authorization: `Bearer ${apiKey}` });
    for (const [name, value] of values) {
      if (value === undefined || path.includes(`{${name}}`)) continue;
      if (names.includes(name)) headers.set(name, String(value));
      else for (const one of [value].flat()) url.searchParams.append(name, String(one));
    }
    const keyName = names.find((name) => name.toLowerCase() === 'idempotency-key');
    if (keyName && !headers.has(keyName)) headers.set(keyName, randomKey());
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    return { url, method, headers, body: body === undefined ? null : toJson(body) };
  }

  /** Sends a request until it succeeds, or a further attempt is of no use. */
  async function send(operation: Operation, request: Sent, { signal }: CallOptions = {}) {
    const ended = AbortSignal.any([options.signal, signal].filter((one) => one !== undefined));
    const isRepeatable = request.method === 'GET' || request.headers.has('Idempotency-Key');
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(operation, request, ended);
      } catch (cause) {
        ended.throwIfAborted();
        const error = cause instanceof ApiError ? cause : new ApiError(undefined, undefined, cause);
        if (attempt >= maxAttempts || !canRetry(error, isRepeatable)) throw error;
        const seconds = (error.retryAfterSeconds ?? 1) * 2 ** (attempt - 1);
        // Later by up to a quarter, so that not all clients come back at once.
        await pause(seconds * 1000 * (1 + Math.random() / 4), ended);
      }
    }
  }

  async function sendOnce({ responses }: Operation, { url, ...request }: Sent, ended: AbortSignal) {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(url, { ...request, redirect: 'manual', signal });
    const text = await response.text();
    const { status, ok, headers } = response;
    limits = limitsIn(headers) ?? limits;
    const integers = responses[status] === undefined && ok ? {} : responses[status];
    if (integers === null) return { headers, body: undefined };
    const body = parseJson(text, integers);
    if (integers !== undefined && body !== undefined) return { headers, body };
    throw new ApiError(response, body);
  }
}

/** @param isRepeatable whether it does no harm if the service processes the request twice */
function canRetry({ status, code, retryAfterSeconds }: ApiError, isRepeatable: boolean): boolean {
  // A limit per day, and a ban, are not waited for.
  if (code === 'api_key_banned' || (retryAfterSeconds ?? 0) > 60) return false;
  // It was not processed.
  if (status === 429) return true;
  const isTemporary = [0, 408, 500, 502, 503, 504].includes(status);
  return isRepeatable && (isTemporary || (status === 409 && retryAfterSeconds !== undefined));
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

function limitsIn(headers: Headers): Limits | undefined {
  const read = (name: string) => Number(headers.get(`X-RateLimit-${name}`));
  if (!headers.has('X-RateLimit-Limit')) return undefined;
  const resetsAt = new Date(read('Reset') * 1000);
  return { limit: read('Limit'), remaining: read('Remaining'), resetsAt };
}

/** The `rel="next"` of a Link header (RFC 8288), unless another host would get the API key. */
function nextAddress(link: string, from: URL): URL | undefined {
  const [, next] = /<([^>]*)>[^<]*;\s*rel="?([^"<]* )?next(?=["\s;,]|$)/i.exec(link) ?? [];
  const url = next === undefined ? undefined : new URL(next, from);
  return url?.origin === from.origin ? url : undefined;
}

/** Random digits. A page over plain HTTP has no `crypto.randomUUID`. */
const randomKey = () => crypto.getRandomValues(new BigUint64Array(2)).join('-');
/** Begins the text that stands for an integer while JSON.parse or JSON.stringify would lose it. */
const MARK = `int64:${randomKey()}:`;

function toJson(value: unknown): string {
  // Read from its object, since `one` is what a BigInt.prototype.toJSON has made of it.
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, one) {
    return typeof this[key] === 'bigint' ? `${MARK}${this[key]}` : one;
  });
  return text.replaceAll(new RegExp(`"${MARK}(-?\\d+)"`, 'g'), '$1');
}

/** Returns undefined if the text is no JSON. */
function parseJson(text: string, integers: Integers = {}): unknown {
  const marked = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) =>
    /^-?\d{16,}$/.test(token) ? `"${MARK}${token}"` : token,
  );
  try {
    return exact(JSON.parse(marked), integers);
  } catch {
    return undefined;
  }
}

/** Makes bigints of 64-bit integers, in place, and numbers of all others. */
function exact(value: unknown, integers: Integers | undefined): unknown {
  if (typeof value === 'number' || (typeof value === 'string' && value.startsWith(MARK))) {
    const digits = String(value).replace(MARK, '');
    return integers === 'int64' ? BigInt(digits) : Number(digits);
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  const known = new Map<string, Integers>(Object.entries(integers ?? {}));
  for (const [key, one] of Object.entries(fields)) {
    fields[key] = exact(one, known.get(key) ?? known.get('*'));
  }
  return value;
}
