import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Clients that create animals. Every second one is careful: it repeats a create with the same
 * Idempotency-Key until it receives 201, whatever happens to the service meanwhile. The others send
 * each create once, without an Idempotency-Key, and forget those that get no response.
 */

/** The writers, and their figures over all cycles. */
export interface Writers {
  /** The animals whose creation was acknowledged: their ids by their names. */
  readonly acknowledged: ReadonlyMap<string, bigint>;
  /** How many requests were repeated because they got no response, or a 409 or 503. */
  readonly retries: number;
  /** How many responses had another id than an earlier response for the same animal. */
  readonly contradictions: number;
  /** Writes until the signal; without one, until each careful client has its pending create acknowledged. */
  write(origin: string, key: string, signal?: AbortSignal): Promise<void>;
  /** Waits for the next animal whose creation is acknowledged for the first time. */
  nextAcknowledged(): Promise<void>;
}

const RETRY_AFTER_MS = 20;

export function createWriters(count: number): Writers {
  const acknowledged = new Map<string, bigint>();
  // The create that each writer repeats. It outlives a crash of the service, as a client does.
  const pending: string[] = Array.from({ length: count }, () => randomUUID());
  const latest: (string | undefined)[] = Array.from({ length: count });
  let retries = 0;
  let contradictions = 0;
  const waiting: (() => void)[] = [];

  function acknowledge(name: string, id: bigint) {
    const known = acknowledged.get(name);
    if (known !== undefined && known !== id) contradictions += 1;
    if (known !== undefined) return;
    acknowledged.set(name, id);
    for (const resolve of waiting.splice(0)) resolve();
  }

  /** @returns whether the create was acknowledged before the signal */
  async function createUntilAcknowledged(
    origin: string,
    key: string,
    name: string,
    signal?: AbortSignal,
  ) {
    while (true) {
      const id = await create(origin, key, name, { 'idempotency-key': name });
      if (id !== undefined) {
        acknowledge(name, id);
        return true;
      }
      retries += 1;
      if (signal?.aborted) return false;
      await wait(RETRY_AFTER_MS);
    }
  }

  async function writeOnce(origin: string, key: string, signal?: AbortSignal) {
    while (signal && !signal.aborted) {
      const name = randomUUID();
      const id = await create(origin, key, name);
      if (id === undefined) await wait(RETRY_AFTER_MS);
      else acknowledge(name, id);
    }
  }

  async function writeCarefully(writer: number, origin: string, key: string, signal?: AbortSignal) {
    const before = latest[writer];
    // A create that was acknowledged before the crash is repeated, and must return the same animal.
    if (before && !(await createUntilAcknowledged(origin, key, before, signal))) return;
    do {
      const name = pending[writer] ?? '';
      if (!(await createUntilAcknowledged(origin, key, name, signal))) return;
      latest[writer] = name;
      pending[writer] = randomUUID();
    } while (signal && !signal.aborted);
  }

  return {
    acknowledged,
    get retries() {
      return retries;
    },
    get contradictions() {
      return contradictions;
    },
    async write(origin, key, signal) {
      await Promise.all(
        pending.map((_, writer) =>
          writer % 2 === 0
            ? writeCarefully(writer, origin, key, signal)
            : writeOnce(origin, key, signal),
        ),
      );
    },
    nextAcknowledged: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
  };
}

/**
 * Creates an animal.
 *
 * @returns its id; undefined if the create has to be repeated
 * @throws on a response that repeating the request would not change
 */
async function create(
  origin: string,
  key: string,
  name: string,
  headers: Record<string, string> = {},
): Promise<bigint | undefined> {
  const response = await send(origin, key, name, headers);
  if (!response || response.status === 503 || response.status === 409) return undefined;
  if (response.status !== 201) throw new Error(`A create returned ${response.status}.`);
  const id = /"id":(\d+)/.exec(response.body)?.[1];
  if (!id) throw new Error(`A response has no id: ${response.body}`);
  return BigInt(id);
}

/** @returns undefined if there was no response */
async function send(origin: string, key: string, name: string, headers: Record<string, string>) {
  try {
    const response = await fetch(`${origin}/v1/pets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ name, categoryId: 1 }),
    });
    return { status: response.status, body: await response.text() };
  } catch {
    return undefined;
  }
}
