// Clients that create and read widgets. Every second writer is careful: it repeats a create with
// the same Idempotency-Key until it receives 201, whatever happens to the service meanwhile. The
// other writers send each create once, without an Idempotency-Key.

import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../service-database.ts';

export type Callers = ReturnType<typeof createCallers>;

interface CallersOptions {
  readonly key: string;
  readonly writers: number;
  readonly readers?: number;
  /** How long each client waits after a response; by default not at all. */
  readonly pauseMs?: number;
  /**
   * Gets the status of each response, or 0 if no complete response arrived. If it throws, `run`
   * fails with the error.
   */
  readonly onStatus?: (status: number, request: string) => void;
}

const RETRY_AFTER_MS = 20;
/** How often a careful writer sends a create at most, if `run` has no signal. */
const MAX_TRIES = 1_000;
/** Longer than any response may take. */
const PATIENCE_MS = 60_000;

export function createCallers({
  key,
  writers,
  readers = 0,
  pauseMs = 0,
  onStatus,
}: CallersOptions) {
  /** The widgets whose creation was acknowledged: their ids by their names. */
  const acknowledged = new Map<string, bigint>();
  const figures = {
    /** How many creates were repeated because they were not acknowledged. */
    retries: 0,
    /** How many responses had another id than an earlier response for the same widget. */
    contradictions: 0,
  };
  const events = new EventEmitter();
  // The latest and the pending create of each client, which outlive a crash of the service.
  const clients = Array.from({ length: writers }, () => ({ latest: '', pending: randomUUID() }));

  async function send(url: string, init: RequestInit & { headers?: object } = {}) {
    const response = await fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
    // The connection may break within the body.
    const body = await response?.text().catch(() => undefined);
    const status = body === undefined ? 0 : (response?.status ?? 0);
    onStatus?.(status, `${init.method ?? 'GET'} ${url}`);
    return { status, body: body ?? '' };
  }

  /** @returns whether the create was acknowledged */
  async function create(origin: string, name: string, headers: object = {}): Promise<boolean> {
    const { status, body } = await send(`${origin}/v1/widgets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name, groupId: 1 }),
    });
    if (status !== 201) return false;
    const id = BigInt(/"id":(\d+)/.exec(body)?.[1] ?? 0);
    const known = acknowledged.get(name);
    if (known !== undefined && known !== id) figures.contradictions += 1;
    if (known === undefined) {
      acknowledged.set(name, id);
      events.emit('acknowledged');
    }
    return true;
  }

  /** @returns whether the create was acknowledged before the signal */
  async function createUntilAcknowledged(origin: string, name: string, signal?: AbortSignal) {
    for (let tries = 0; signal || tries < MAX_TRIES; tries += 1) {
      if (await create(origin, name, { 'idempotency-key': name })) return true;
      figures.retries += 1;
      if (signal?.aborted) return false;
      await wait(Math.max(RETRY_AFTER_MS, pauseMs));
    }
    throw new Error('A create is not acknowledged.');
  }

  async function writeOnce(origin: string, signal?: AbortSignal) {
    while (signal && !signal.aborted) {
      const isCreated = await create(origin, randomUUID());
      await wait(isCreated ? pauseMs : Math.max(RETRY_AFTER_MS, pauseMs));
    }
  }

  async function writeCarefully(
    client: { latest: string; pending: string },
    origin: string,
    signal?: AbortSignal,
  ) {
    const { latest } = client;
    // A create that was acknowledged before the crash is repeated, and must return the same widget.
    if (latest && !(await createUntilAcknowledged(origin, latest, signal))) return;
    do {
      if (!(await createUntilAcknowledged(origin, client.pending, signal))) return;
      client.latest = client.pending;
      client.pending = randomUUID();
      if (pauseMs) await wait(pauseMs);
    } while (signal && !signal.aborted);
  }

  /** Reads a list, and then a widget that was there from the beginning. */
  async function read(origin: string, signal?: AbortSignal) {
    while (signal && !signal.aborted) {
      for (const path of ['?limit=5', '/1']) {
        await send(`${origin}/v1/widgets${path}`);
        await wait(pauseMs);
      }
    }
  }

  return {
    acknowledged,
    figures,
    /**
     * Calls a service until the signal. Without a signal, until the pending create of each careful
     * client is acknowledged.
     */
    async run(origin: string, signal?: AbortSignal) {
      await Promise.all([
        ...clients.map((client, i) =>
          i % 2 === 0 ? writeCarefully(client, origin, signal) : writeOnce(origin, signal),
        ),
        ...Array.from({ length: readers }, () => read(origin, signal)),
      ]);
    },
    /** Waits for the next widget whose creation is acknowledged for the first time. */
    nextAcknowledged: () => once(events, 'acknowledged'),
  };
}

/** Compares the database with the acknowledged widgets. @param acknowledged their ids by name */
export async function compare(url: string, acknowledged: ReadonlyMap<string, bigint>) {
  const { client, close } = await openDatabase(url, { isTimed: false });
  const widgets = await client.widget.findMany({ select: { id: true, name: true } });
  await close();
  const stored = new Map(widgets.map(({ id, name }) => [name, id]));
  const lost = [...acknowledged].filter(([name, id]) => stored.get(name) !== id).length;
  return { stored: widgets.length, lost, twice: widgets.length - stored.size };
}
