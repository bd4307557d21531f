import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Clients that create animals. Every second one is careful: it repeats a create with the same
 * Idempotency-Key until it receives 201, whatever happens to the service meanwhile. The others send
 * each create once, without an Idempotency-Key, and forget those that get no response.
 */

export type Writers = ReturnType<typeof createWriters>;

const RETRY_AFTER_MS = 20;

export function createWriters(count: number, key: string) {
  /** The animals whose creation was acknowledged: their ids by their names. */
  const acknowledged = new Map<string, bigint>();
  const figures = {
    /** How many requests were repeated because they got no response, or a 409 or 503. */
    retries: 0,
    /** How many responses had another id than an earlier response for the same animal. */
    contradictions: 0,
  };
  const events = new EventEmitter();
  // What each client has created last and creates next outlives a crash of the service, as a client does.
  const clients = Array.from({ length: count }, () => ({ latest: '', pending: randomUUID() }));

  function acknowledge(name: string, id: bigint) {
    const known = acknowledged.get(name);
    if (known !== undefined && known !== id) figures.contradictions += 1;
    if (known !== undefined) return;
    acknowledged.set(name, id);
    events.emit('acknowledged');
  }

  /** @returns whether the create was acknowledged before the signal */
  async function createUntilAcknowledged(origin: string, name: string, signal?: AbortSignal) {
    while (true) {
      const id = await create(origin, key, name, { 'idempotency-key': name });
      if (id !== undefined) {
        acknowledge(name, id);
        return true;
      }
      figures.retries += 1;
      if (signal?.aborted) return false;
      await wait(RETRY_AFTER_MS);
    }
  }

  async function writeOnce(origin: string, signal?: AbortSignal) {
    while (signal && !signal.aborted) {
      const name = randomUUID();
      const id = await create(origin, key, name);
      if (id === undefined) await wait(RETRY_AFTER_MS);
      else acknowledge(name, id);
    }
  }

  async function writeCarefully(
    client: { latest: string; pending: string },
    origin: string,
    signal?: AbortSignal,
  ) {
    const { latest } = client;
    // A create that was acknowledged before the crash is repeated, and must return the same animal.
    if (latest && !(await createUntilAcknowledged(origin, latest, signal))) return;
    do {
      if (!(await createUntilAcknowledged(origin, client.pending, signal))) return;
      client.latest = client.pending;
      client.pending = randomUUID();
    } while (signal && !signal.aborted);
  }

  return {
    acknowledged,
    figures,
    /** Writes until the signal; without one, until each careful client has its pending create acknowledged. */
    write(origin: string, signal?: AbortSignal) {
      const writing = clients.map((client, i) =>
        i % 2 === 0 ? writeCarefully(client, origin, signal) : writeOnce(origin, signal),
      );
      return Promise.all(writing);
    },
    /** Waits for the next animal whose creation is acknowledged for the first time. */
    nextAcknowledged: () => once(events, 'acknowledged'),
  };
}

/**
 * Creates an animal.
 *
 * @returns its id; undefined if the create has to be repeated
 * @throws on a response that repeating the request would not change
 */
async function create(origin: string, key: string, name: string, headers: object = {}) {
  const response = await fetch(`${origin}/v1/pets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name, categoryId: 1 }),
  }).catch(() => undefined);
  // No response, or only a part of it.
  const body = await response?.text().catch(() => undefined);
  if (!response || body === undefined || [409, 503].includes(response.status)) return undefined;
  if (response.status !== 201) throw new Error(`A create returned ${response.status}.`);
  const id = /"id":(\d+)/.exec(body)?.[1];
  if (!id) throw new Error(`A response has no id: ${body}`);
  return BigInt(id);
}
