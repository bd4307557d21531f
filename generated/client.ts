// A client of Animal Store 1.0.0, generated from its contract, without dependencies:
// copy this file into your project. It runs in Node.js 22.18 and later, Deno, Bun and browsers.

export interface Client {
  /** What is left of your limits; undefined before the first response. */
  readonly limits: Limits | undefined;

  /**
   * Returns a page of animals in ascending order of `id`. With `status`, returns only animals
   * with this status. If there are more, `Link` contains the address of the next page.
   */
  readonly listPets: List<[parameters?: ListPetsParameters, options?: CallOptions], Pet>;

  /**
   * Adds an animal and returns it, including the `id` that the service assigns. Sending the same
   * request twice adds two animals, unless both requests have the same `Idempotency-Key`.
   */
  createPet(body: NewPet, parameters?: CreatePetParameters, options?: CallOptions): Promise<Pet>;

  /**
   * Returns the animal with this `id`.
   *
   * This operation is deprecated and will be removed on 5 December 2030. From that day on, it
   * returns 410. Use `GET /pets` with the `status` filter instead: see
   * Leaving getPet.
   *
   * @deprecated Since 2026-11-21. It will be removed on 2030-12-05: use {@link Client.listPets}.
   */
  getPet(parameters: GetPetParameters, options?: CallOptions): Promise<Pet>;

  /**
   * Returns a page of orders in ascending order of `id`. With `status`, returns only orders with
   * this status. If there are more, `Link` contains the address of the next page. Orders come
   * from the store's other systems and are read-only here.
   *
   * This operation is experimental: it may change or be removed at any time.
   *
   * @experimental
   */
  readonly listOrders: List<[parameters?: ListOrdersParameters, options?: CallOptions], Order>;

  /**
   * Returns your name, your plan with its limits, and the API key of this request. Every key can
   * call this operation, whatever its scopes are.
   *
   * @beta
   */
  getAccount(options?: CallOptions): Promise<Account>;

  /**
   * Returns a page of how many requests all your keys have sent, by day (UTC) and operation: the
   * newest day first, within a day in the order of the operations' names. Requests are counted
   * when they end, and stored once a second: those of the last second may be missing. Usage is
   * kept for 400 days.
   *
   * @beta
   */
  readonly listUsage: List<[parameters?: ListUsageParameters, options?: CallOptions], Usage>;

  /**
   * Returns a page of your API keys, including those that no longer work, in ascending order of
   * `id`. The keys themselves are never shown. If there are more, `Link` contains the address of
   * the next page.
   *
   * @beta
   */
  readonly listKeys: List<[parameters?: ListKeysParameters, options?: CallOptions], KeySchema>;

  /**
   * Creates an API key, and shows it this once: only its hash is stored. The new key can do no
   * more than the key of this request, and ends no later. It never has the scope `account:write`,
   * which only the operator gives.
   *
   * You can have at most 100 keys that are neither revoked nor expired, and create or rotate 100
   * keys within 24 hours.
   *
   * @beta
   */
  createKey(
    body: NewKey,
    parameters?: CreateKeyParameters,
    options?: CallOptions,
  ): Promise<CreatedKey>;

  /**
   * Returns the API key with this `id`, which is one of yours. The key itself is never shown.
   *
   * @beta
   */
  getKey(parameters: GetKeyParameters, options?: CallOptions): Promise<KeySchema>;

  /**
   * Revokes the API key with this `id`, which is one of yours, for good: it is rejected
   * everywhere within a second. A key can revoke itself. Revoking a key again changes nothing.
   *
   * @beta
   */
  revokeKey(parameters: RevokeKeyParameters, options?: CallOptions): Promise<void>;

  /**
   * Creates an API key that replaces the key with this `id`, which is one of yours, and shows it
   * this once. It has the same name, scopes and end, and a ban goes with it. The old key works
   * until the overlap ends. If the response is lost, rotate the old key again during the overlap.
   *
   * A key rotates only keys whose scopes it has. The operator rotates keys that are not limited
   * to some scopes, and keys with the scope `account:write`.
   *
   * @beta
   */
  rotateKey(
    parameters: RotateKeyParameters,
    body: Rotation,
    options?: CallOptions,
  ): Promise<CreatedKey>;
}

/** Makes a client. It sends nothing before you call a method. */
export function createClient(options: ClientOptions): Client {
  const client = connect(options);
  return {
    get limits() {
      return client.limits();
    },
    listPets: client.list({
      route: 'GET /pets',
      takes: ['parameters'],
      responses: { '200': [{ id: 'int64', categoryId: 'int64' }] },
    }),
    createPet: client.call({
      route: 'POST /pets',
      takes: ['body', 'parameters'],
      inHeaders: ['Idempotency-Key'],
      responses: { '201': { id: 'int64', categoryId: 'int64' } },
    }),
    getPet: client.call({
      route: 'GET /pets/{petId}',
      takes: ['parameters'],
      responses: { '200': { id: 'int64', categoryId: 'int64' } },
    }),
    listOrders: client.list({
      route: 'GET /store/orders',
      takes: ['parameters'],
      responses: { '200': [{ id: 'int64', petId: 'int64' }] },
    }),
    getAccount: client.call({ route: 'GET /account', takes: [], responses: { '200': {} } }),
    listUsage: client.list({
      route: 'GET /account/usage',
      takes: ['parameters'],
      responses: {
        '200': [
          {
            requests: 'int64',
            clientErrors: 'int64',
            serverErrors: 'int64',
          },
        ],
      },
    }),
    listKeys: client.list({
      route: 'GET /account/keys',
      takes: ['parameters'],
      responses: { '200': {} },
    }),
    createKey: client.call({
      route: 'POST /account/keys',
      takes: ['body', 'parameters'],
      inHeaders: ['Idempotency-Key'],
      responses: { '201': {} },
    }),
    getKey: client.call({
      route: 'GET /account/keys/{keyId}',
      takes: ['parameters'],
      responses: { '200': {} },
    }),
    revokeKey: client.call({
      route: 'DELETE /account/keys/{keyId}',
      takes: ['parameters'],
      responses: { '204': null },
    }),
    rotateKey: client.call({
      route: 'POST /account/keys/{keyId}/rotation',
      takes: ['parameters', 'body'],
      responses: { '201': {} },
    }),
  };
}

export interface ListPetsParameters {
  /** Maximum number of items to return. Default: 20. */
  limit?: number;
  /** Where the page starts. */
  cursor?: string;
  /** Returns only animals with this status. */
  status?: PetStatus;
}

export interface CreatePetParameters {
  /** Makes the request safe to retry. */
  'Idempotency-Key'?: string;
}

export interface GetPetParameters {
  /** The id of the animal. */
  petId: bigint;
}

export interface ListOrdersParameters {
  /** Maximum number of items to return. Default: 20. */
  limit?: number;
  /** Where the page starts. */
  cursor?: string;
  /** Returns only orders with this status. */
  status?: OrderStatus;
}

export interface ListUsageParameters {
  /** Maximum number of items to return. Default: 20. */
  limit?: number;
  /** Where the page starts. */
  cursor?: string;
  /** The first day (UTC); by default 29 days before `to`, and at most 399 before it. */
  from?: string;
  /** The last day (UTC); by default today. */
  to?: string;
  /** Counts only the requests of this key of yours. */
  keyId?: number;
}

export interface ListKeysParameters {
  /** Maximum number of items to return. Default: 20. */
  limit?: number;
  /** Where the page starts. */
  cursor?: string;
}

export interface CreateKeyParameters {
  /** Makes the request safe to retry. */
  'Idempotency-Key'?: string;
}

export interface GetKeyParameters {
  /** The id of the API key. */
  keyId: number;
}

export interface RevokeKeyParameters {
  /** The id of the API key. */
  keyId: number;
  /**
   * Also revokes the keys that this key has created or rotated, also if this key was revoked
   * before. Default: false.
   */
  withCreated?: boolean;
}

export interface RotateKeyParameters {
  /** The id of the API key. */
  keyId: number;
}

/** Sale status. */
export type PetStatus = 'available' | 'pending' | 'sold';

/** An animal of the store. */
export type Pet = {
  /** Unique identifier of an animal, assigned by the service when the animal is added. */
  id: bigint;
  /** The animal's name. */
  name: string;
  /** Identifier of the category that the animal belongs to. */
  categoryId: bigint;
  status: PetStatus | (string & {});
};

/** Progress of the order. */
export type OrderStatus = 'placed' | 'approved' | 'delivered';

/** An order for animals. */
export type Order = {
  /** Unique identifier of an order. */
  id: bigint;
  /** Unique identifier of an animal, assigned by the service when the animal is added. */
  petId: bigint;
  /** Number of animals ordered. */
  quantity: number;
  status: OrderStatus | (string & {});
  /** When the order was placed (RFC 3339). */
  createdAt: string;
};

/** Your account. */
export type Account = {
  /** Your name, as the operator knows it. */
  name: string;
  /** Your plan. */
  plan: 'free' | 'pro' | 'business' | 'enterprise' | (string & {});
  /** How many requests you can send. */
  limits: {
    /** Requests per minute. */
    perMinute: number;
    /** Requests per day. */
    perDay: number;
  };
  /** The API key of this request. */
  key: {
    /** Unique identifier of an API key. */
    id: number;
    /** The beginning and the end of the key, by which you recognize it. */
    hint: string;
    /** What the key is for. */
    name: string;
    /** What the key can do. */
    scopes: Array<string> | null;
    /** When the key was created (RFC 3339). */
    createdAt: string;
    /** When the key ends (RFC 3339); `null` if it does not. */
    expiresAt: string | null;
  };
};

/** Your requests of one day to one operation. */
export type Usage = {
  /** The day (UTC). */
  day: string;
  /**
   * The `operationId`, after the version and a dot unless that is `v1`; `none` for paths and
   * methods that do not exist.
   */
  operation: string;
  /** How many requests you have sent. */
  requests: bigint;
  /** How many of them got a 4xx. */
  clientErrors: bigint;
  /** How many of them got a 5xx. */
  serverErrors: bigint;
};

/** An API key of yours. */
export type KeySchema = {
  /** Unique identifier of an API key. */
  id: number;
  /** The beginning and the end of the key, by which you recognize it. */
  hint: string;
  /** What the key is for. */
  name: string;
  /** Whether the key works. */
  state: 'active' | 'rotating' | 'banned' | 'disabled' | 'expired' | 'revoked' | (string & {});
  /** What the key can do. */
  scopes: Array<string> | null;
  /** When the key was created (RFC 3339). */
  createdAt: string;
  /** The `id` of the key that has created this one; `null` for the operator. */
  createdBy: number | null;
  /** When the key ends (RFC 3339); `null` if it does not. */
  expiresAt: string | null;
  /** When the key was last used, to the minute (RFC 3339); `null` if it was not. */
  lastUsedAt: string | null;
};

/** A new API key. */
export type CreatedKey = {
  /** Unique identifier of an API key. */
  id: number;
  /** The beginning and the end of the key, by which you recognize it. */
  hint: string;
  /** What the key is for. */
  name: string;
  /** Whether the key works. */
  state: 'active' | 'rotating' | 'banned' | 'disabled' | 'expired' | 'revoked' | (string & {});
  /** What the key can do. */
  scopes: Array<string> | null;
  /** When the key was created (RFC 3339). */
  createdAt: string;
  /** The `id` of the key that has created this one; `null` for the operator. */
  createdBy: number | null;
  /** When the key ends (RFC 3339); `null` if it does not. */
  expiresAt: string | null;
  /** When the key was last used, to the minute (RFC 3339); `null` if it was not. */
  lastUsedAt: string | null;
  /** The API key itself. */
  key: string;
};

/** The animal to add. */
export type NewPet = {
  /** The animal's name. */
  name: string;
  /** Identifier of the category that the animal belongs to. */
  categoryId: bigint;
  /** Default: 'available'. */
  status?: PetStatus;
};

/** The API key to create. */
export type NewKey = {
  /** What the key is for. */
  name: string;
  /** What the key can do: scopes of the key of this request. */
  scopes?: Array<string>;
  /**
   * When the key ends (RFC 3339): no later than the key of this request, which is also the
   * default.
   */
  expiresAt?: string;
};

/** How a key is replaced. */
export type Rotation = {
  /** For how many seconds the old key still works, at most 7 days. */
  overlapSeconds: number;
};

const BASE_URL = 'http://127.0.0.1:3000/v1';

export interface ClientOptions {
  /** Sent with every request. Keep it out of pages: whoever can read it can use it. */
  readonly apiKey: string | undefined;
  /** The base address, which ends in the major version. In a page, it can begin with a slash. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How often a request is sent at most; 4 unless given. */
  readonly maxAttempts?: number | undefined;
}

/** A signal ends a call at once, even while it waits. */
export type CallOptions = Pick<ClientOptions, 'signal'>;

/** The window with the fewest requests remaining, as of the last response. */
export type Limits = Readonly<{ limit: number; remaining: number; resetsAt: Date }>;

/** Returns a page; `all` returns the items of all pages, and reads each page when it is needed. */
export interface List<Arguments extends unknown[], Item> {
  (...given: Arguments): Promise<Item[]>;
  all(...given: Arguments): AsyncGenerator<Item, void, undefined>;
}

/** The error of every failed call. An aborted call throws the reason of the signal instead. */
export class ApiError extends Error {
  /** The code of the service's error; `no_response` or `unexpected_response` without one. */
  readonly code: string;
  /** The status of the response; 0 if there is none. */
  readonly status: number;
  /** Quote it when you contact support. */
  readonly requestId: string | undefined;
  /** How long to wait, counted from the response, until a request can succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response?: Response, body?: unknown, cause?: unknown) {
    const { code, message } = (body ?? {}) as Partial<ApiError>;
    const isOurs = typeof code === 'string' && typeof message === 'string';
    super(isOurs ? message : `${response ? 'Unexpected' : 'No'} response.`, { cause });
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
  readonly route: string;
  readonly takes: readonly ('parameters' | 'body')[];
  readonly inHeaders?: readonly string[];
  /** By status, the first for any other 2xx: where a body has 64-bit integers; null for no body. */
  readonly responses: { readonly [status: number]: Integers | null };
}

/** Makes the methods of a client. */
function connect({ apiKey, baseUrl = BASE_URL, maxAttempts = 4, ...options }: ClientOptions) {
  if (!apiKey) throw new TypeError('createClient needs an apiKey.');
  // In a page, it is relative to the page.
  const base = () => new Request(baseUrl).url.replace(/\/+$/, '');
  let limits: Limits | undefined;
  return { call, list, limits: () => limits };

  function call<T>(operation: Operation) {
    return async (...given: unknown[]) => (await send(requestOf(operation, given))).body as T;
  }

  function list<Item>(operation: Operation) {
    async function* all(...given: unknown[]) {
      const request = requestOf(operation, given);
      for (let url: URL | undefined = request.url; url !== undefined; ) {
        const { body, response } = await send({ ...request, url });
        if (!Array.isArray(body)) throw new ApiError(response);
        yield* body;
        url = nextPage(response.headers.get('Link') ?? '', url);
        // Behind a proxy, another path may be another application, which must not get the API key.
        if (url && !url.href.startsWith(`${base()}/`)) throw new ApiError(response);
      }
    }
    return Object.assign(call<Item[]>(operation), { all });
  }

  function requestOf({ route, takes, inHeaders = [], responses }: Operation, given: unknown[]) {
    const [method = '', path = ''] = route.split(' ');
    const body = given[takes.indexOf('body')];
    const parameters = (given[takes.indexOf('parameters')] ?? {}) as Record<string, unknown>;
    const { signal } = (given[takes.length] ?? {}) as CallOptions;
    const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name) => {
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
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined || value === null || path.includes(`{${name}}`)) continue;
      if (inHeaders.includes(name)) headers.set(name, String(value));
      else for (const one of [value].flat()) url.searchParams.append(name, String(one));
    }
    const text = body === undefined ? null : toJson(body);
    const signals = [options.signal, signal].filter((one) => one !== undefined);
    return { url, responses, method, headers, body: text, signal: AbortSignal.any(signals) };
  }

  /** Sends a request until it succeeds, or until another attempt would not help. */
  async function send(request: ReturnType<typeof requestOf>) {
    const { method, headers, signal } = request;
    const canRepeat = method === 'GET' || headers.has('Idempotency-Key');
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(request);
      } catch (cause) {
        signal.throwIfAborted();
        const error = cause instanceof ApiError ? cause : new ApiError(undefined, undefined, cause);
        const { status, code, retryAfterSeconds = 0 } = error;
        // The first attempt may still be in progress after its connection was lost.
        const isTemporary = [0, 429, 503].includes(status) || code === 'idempotency_key_in_use';
        const isLong = code === 'api_key_banned' || retryAfterSeconds > 60;
        if (attempt >= maxAttempts || !canRepeat || !isTemporary || isLong) throw error;
        const seconds = retryAfterSeconds || 2 ** (attempt - 1);
        // Up to a quarter longer, so that not all clients retry at the same time.
        await pause(seconds * 1000 * (1 + Math.random() / 4), signal);
      }
    }
  }

  async function sendOnce({ url, responses, ...init }: ReturnType<typeof requestOf>) {
    const response = await (options.fetch ?? fetch)(url, { ...init, redirect: 'manual' });
    const text = await response.text();
    const { status, ok, headers } = response;
    const limit = (name: string) => Number(headers.get(`X-RateLimit-${name}`));
    if (headers.has('X-RateLimit-Limit')) {
      const resetsAt = new Date(limit('Reset') * 1000);
      limits = { limit: limit('Limit'), remaining: limit('Remaining'), resetsAt };
    }
    const integers = ok && !(status in responses) ? Object.values(responses)[0] : responses[status];
    const body = integers === null ? null : parseJson(text, integers);
    if (body === undefined || integers === undefined) throw new ApiError(response, body);
    return { body: integers === null ? undefined : body, response };
  }
}

async function pause(ms: number, signal: AbortSignal) {
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.onabort = () => resolve(clearTimeout(timer));
  });
  signal.throwIfAborted();
}

/** @param retryAfter a number of seconds, or a date (RFC 9110 section 10.2.3) */
function secondsUntil(retryAfter: string): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The `rel="next"` of a Link header (RFC 8288), unless it would send the API key elsewhere. */
function nextPage(link: string, page: URL): URL | undefined {
  const [, next] = /<([^>]*)>[^<]*;\s*rel="?([^"<]* )?next(?![^\s",;])/i.exec(link) ?? [];
  const url = new URL(next ?? '', page);
  return next !== undefined && url.origin === page.origin ? url : undefined;
}

/** Random digits, because a page over plain HTTP has no `crypto.randomUUID`. */
const randomKey = () => crypto.getRandomValues(new BigUint64Array(2)).join('-');

function toJson(value: unknown): string {
  const mark = `bigint:${randomKey()}:`;
  // `one` may be the result of a BigInt.prototype.toJSON; `this[key]` is the value itself.
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, one) {
    return typeof this[key] === 'bigint' ? mark + this[key] : one;
  });
  return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** Returns undefined if the text is not JSON. Such a text is not searched: it could take hours. */
function parseJson(text: string, integers: Integers | undefined): unknown {
  const stringOrNumber = /("[^"\\]*(?:\\.[^"\\]*)*")|-?\d[\d.eE+-]*/g;
  const quoted = () => text.replaceAll(stringOrNumber, (one, string) => string ?? `"${one}"`);
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
