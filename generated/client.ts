// A client of Animal Store 1.0.0, made of its contract, without dependencies: copy this file into
// your project. It runs in Node.js 22 and later, Deno, Bun and browsers.

export interface Client {
  /** What is left of your limits; undefined before the first response. */
  readonly limits: Limits | undefined;

  /** Returns a page of animals in ascending order of `id`. With `status`, returns only animals
   * with this status. If there are more, `Link` contains the address of the next page. */
  readonly listPets: List<[parameters?: ListPetsParameters, options?: CallOptions], Pet>;

  /** Adds an animal and returns it, including the `id` that the service assigns. Sending the same
   * request twice adds two animals, unless both requests have the same `Idempotency-Key`. */
  createPet(body: NewPet, parameters?: CreatePetParameters, options?: CallOptions): Promise<Pet>;

  /** Returns the animal with this `id`.
   *
   * This operation is deprecated and will be removed on 5 December 2030. From that day on, it
   * returns 410. Use `GET /pets` with the `status` filter instead: see
   * [Leaving getPet](docs#leaving-getpet).
   *
   * @deprecated Since 2026-11-21. It will be removed on 2030-12-05: use {@link Client.listPets}. */
  getPet(parameters: GetPetParameters, options?: CallOptions): Promise<Pet>;

  /** Returns a page of orders in ascending order of `id`. With `status`, returns only orders with
   * this status. If there are more, `Link` contains the address of the next page. Orders come
   * from the store's other systems and are read-only here.
   *
   * This operation is experimental: it may change or be removed at any time.
   *
   * @experimental */
  readonly listOrders: List<[parameters?: ListOrdersParameters, options?: CallOptions], Order>;
}

/** Makes a client. It sends nothing before you call a method. */
export function createClient(options: ClientOptions): Client {
  const { call, list, limits } = connect(options);
  return {
    get limits() { return limits(); },
    listPets: list(OPERATIONS.listPets),
    createPet: (body, parameters, options) => call(OPERATIONS.createPet, parameters, body, options),
    getPet: (parameters, options) => call(OPERATIONS.getPet, parameters, undefined, options),
    listOrders: list(OPERATIONS.listOrders),
  };
}

export interface ListPetsParameters {
  /** Maximum number of items to return. Default: 20. */
  limit?: number;
  /** Where the page starts. Take it from the `Link` header of the previous page and send it with
   * the same filter. It is opaque: do not build or parse it. */
  cursor?: string;
  /** Returns only animals with this status. */
  status?: PetStatus;
}

export interface CreatePetParameters {
  /** Makes the request safe to retry: within 24 hours, requests with the same key add only
   * one animal. Use a new key, such as a UUID, for every animal. */
  'Idempotency-Key'?: string;
}

export interface GetPetParameters {
  /** The id of the animal. */
  petId: bigint;
}

export interface ListOrdersParameters {
  /** Maximum number of items to return. Default: 20. */
  limit?: number;
  /** Where the page starts. Take it from the `Link` header of the previous page and send it with
   * the same filter. It is opaque: do not build or parse it. */
  cursor?: string;
  /** Returns only orders with this status. */
  status?: OrderStatus;
}

/** Sale status.
 *
 * - `available`: listed as available
 * - `pending`: an intermediate availability state
 * - `sold`: listed as sold */
export type PetStatus = 'available' | 'pending' | 'sold';

/** The animal to add. */
export type NewPet = {
  /** The animal's name. Must not contain NUL or an unpaired surrogate. */
  name: string;
  /** Identifier of the category that the animal belongs to. It can be any 64-bit integer.
   * JavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991. */
  categoryId: bigint;
  /** Default: 'available'. */
  status?: PetStatus;
};

/** An animal of the store. */
export type Pet = {
  /** Unique identifier of an animal, assigned by the service when the animal is added.
   * JavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991: see
   * [64-bit integers](docs#64-bit-integers). */
  id: bigint;
  /** The animal's name. Must not contain NUL or an unpaired surrogate. */
  name: string;
  /** Identifier of the category that the animal belongs to. It can be any 64-bit integer.
   * JavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991. */
  categoryId: bigint;
  status: PetStatus | (string & {});
};

/** Progress of the order.
 *
 * - `placed`: received
 * - `approved`: accepted by the store
 * - `delivered`: handed over */
export type OrderStatus = 'placed' | 'approved' | 'delivered';

/** An order for animals. */
export type Order = {
  /** Unique identifier of an order. JavaScript's `JSON.parse` rounds it beyond
   * 9,007,199,254,740,991. */
  id: bigint;
  /** Unique identifier of an animal, assigned by the service when the animal is added.
   * JavaScript's `JSON.parse` rounds it beyond 9,007,199,254,740,991: see
   * [64-bit integers](docs#64-bit-integers). */
  petId: bigint;
  /** Number of animals ordered. */
  quantity: number;
  status: OrderStatus | (string & {});
  /** When the order was placed (RFC 3339). */
  createdAt: string;
};

const BASE_URL = 'http://127.0.0.1:3000/v1';

const OPERATIONS = {
  listPets: { route: 'GET /pets', responses: { 200: { '*': { id: 'int64', categoryId: 'int64' } } } },
  createPet: {
    route: 'POST /pets',
    headers: ['Idempotency-Key'],
    responses: { 201: { id: 'int64', categoryId: 'int64' } }
  },
  getPet: { route: 'GET /pets/{petId}', responses: { 200: { id: 'int64', categoryId: 'int64' } } },
  listOrders: { route: 'GET /store/orders', responses: { 200: { '*': { id: 'int64', petId: 'int64' } } } },
} satisfies Record<string, Operation>;

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
