import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Clients that create and read animals. Every second one that creates is careful: it repeats a create with the
 * same Idempotency-Key until it receives 201, whatever happens to the service meanwhile. The others send
 * each create once, without an Idempotency-Key, and forget those that are not acknowledged.
 */

export type Callers = ReturnType<typeof createCallers>;

/** A request, and what its client received. */
export interface Call {
  /** Such as `POST /v1/pets`. */
  readonly request: string;
  /** 0 if there was no response, or only a part of it. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
  /** On the clock of this process. */
  readonly startedMs: number;
  readonly endedMs: number;
}

export interface CallersOptions {
  readonly key: string;
  readonly writers: number;
  readonly readers?: number;
  /** How long each waits after a response. By default none does. */
  readonly pauseMs?: number;
  /** What it throws ends the call of `run`. */
  readonly onCall?: (call: Call) => void;
}

const RETRY_AFTER_MS = 20;
/** An animal that is there from the beginning, for those that read. */
const FIRST_ID = 1n;
/** How often a create is repeated that has to be acknowledged. */
const MAX_TRIES = 1_000;
/** Longer than any response may take. */
const PATIENCE_MS = 60_000;

export function createCallers({ key, writers, readers = 0, pauseMs = 0, onCall }: CallersOptions) {
  /** The animals whose creation was acknowledged: their ids by their names. */
  const acknowledged = new Map<string, bigint>();
  let latestId = FIRST_ID;
  const figures = {
    /** How many creates were repeated because they were not acknowledged. */
    retries: 0,
    /** How many responses had another id than an earlier response for the same animal. */
    contradictions: 0,
  };
  const events = new EventEmitter();
  // What each client has created last and creates next outlives a crash of the service, as a client does.
  const clients = Array.from({ length: writers }, () => ({ latest: '', pending: randomUUID() }));
  const call = (origin: string, path: string, init: RequestInit & { headers?: object } = {}) =>
    send(`${origin}${path}`, key, init, onCall);

  /** @returns the id of the animal; undefined if the create was not acknowledged */
  async function create(origin: string, name: string, headers: object = {}) {
    const { status, body } = await call(origin, '/v1/pets', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name, categoryId: 1 }),
    });
    if (status !== 201) return undefined;
    const id = /"id":(\d+)/.exec(body)?.[1];
    if (!id) throw new Error(`A response has no id: ${body}`);
    return BigInt(id);
  }

  function acknowledge(name: string, id: bigint) {
    const known = acknowledged.get(name);
    if (known !== undefined && known !== id) figures.contradictions += 1;
    if (known !== undefined) return;
    acknowledged.set(name, id);
    latestId = id;
    events.emit('acknowledged');
  }

  /** @returns whether the create was acknowledged before the signal */
  async function createUntilAcknowledged(next: NextOrigin, name: string, signal?: AbortSignal) {
    for (let tries = 0; signal || tries < MAX_TRIES; tries += 1) {
      const id = await create(next(), name, { 'idempotency-key': name });
      if (id !== undefined) {
        acknowledge(name, id);
        return true;
      }
      figures.retries += 1;
      if (signal?.aborted) return false;
      await wait(Math.max(RETRY_AFTER_MS, pauseMs));
    }
    throw new Error('A create is not acknowledged.');
  }

  async function writeOnce(next: NextOrigin, signal?: AbortSignal) {
    while (signal && !signal.aborted) {
      const name = randomUUID();
      const id = await create(next(), name);
      if (id !== undefined) acknowledge(name, id);
      await wait(id === undefined ? Math.max(RETRY_AFTER_MS, pauseMs) : pauseMs);
    }
  }

  async function writeCarefully(
    client: { latest: string; pending: string },
    next: NextOrigin,
    signal?: AbortSignal,
  ) {
    const { latest } = client;
    // A create that was acknowledged before the crash is repeated, and must return the same animal.
    if (latest && !(await createUntilAcknowledged(next, latest, signal))) return;
    do {
      if (!(await createUntilAcknowledged(next, client.pending, signal))) return;
      client.latest = client.pending;
      client.pending = randomUUID();
      if (pauseMs) await wait(pauseMs);
    } while (signal && !signal.aborted);
  }

  /** Reads a list, and then an animal that was acknowledged, which has to be there. */
  async function read(next: NextOrigin, signal?: AbortSignal) {
    while (signal && !signal.aborted) {
      await call(next(), '/v1/pets?limit=5');
      await wait(pauseMs);
      await call(next(), `/v1/pets/${latestId}`);
      await wait(pauseMs);
    }
  }

  return {
    acknowledged,
    figures,
    /**
     * Calls these origins in turn until the signal; without one, until each careful client has its pending
     * create acknowledged.
     */
    async run(origins: readonly string[], signal?: AbortSignal) {
      let calls = 0;
      const next = () => {
        calls += 1;
        return origins[calls % origins.length] ?? '';
      };
      await Promise.all([
        ...clients.map((client, i) =>
          i % 2 === 0 ? writeCarefully(client, next, signal) : writeOnce(next, signal),
        ),
        ...Array.from({ length: readers }, () => read(next, signal)),
      ]);
    },
    /** Forgets the animals that a backup does not have. */
    forgetOthers(saved: ReadonlySet<string>) {
      for (const name of acknowledged.keys()) if (!saved.has(name)) acknowledged.delete(name);
      latestId = FIRST_ID;
    },
    /** Waits for the next animal whose creation is acknowledged for the first time. */
    nextAcknowledged: () => once(events, 'acknowledged'),
  };
}

type NextOrigin = () => string;

async function send(
  url: string,
  key: string,
  init: RequestInit & { headers?: object },
  onCall?: (call: Call) => void,
) {
  const startedMs = performance.now();
  const response = await fetch(url, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined);
  // Perhaps only a part of it arrives.
  const body = await response?.text().catch(() => undefined);
  const status = body === undefined ? 0 : (response?.status ?? 0);
  onCall?.({
    request: `${init.method ?? 'GET'} ${new URL(url).pathname}`,
    status,
    hasRetryAfter: response?.headers.has('retry-after') ?? false,
    startedMs,
    endedMs: performance.now(),
  });
  return { status, body: body ?? '' };
}
