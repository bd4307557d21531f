import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Clients that create animals. One half is careful: each sends a create with the same
 * Idempotency-Key until it is answered with 201, whatever happens to the service meanwhile. The
 * other half sends each create once, without a key, and forgets it where it is not answered.
 */

/** What the writers have seen and done, over all cycles. */
export interface Writers {
  /** The animals whose creation was answered, by name, with the id in the answer. */
  readonly acknowledged: ReadonlyMap<string, bigint>;
  /** How many requests were sent again because they had no answer, or 503. */
  readonly retries: number;
  /** How many answers named another id than an earlier answer for the same animal. */
  readonly contradictions: number;
  /** Writes until the signal, or without one until nothing that is careful is pending. */
  write(origin: string, key: string, signal?: AbortSignal): Promise<void>;
  /** Waits for the next animal whose creation is answered for the first time. */
  nextAcknowledged(): Promise<void>;
}

const RETRY_AFTER_MS = 20;

export function createWriters(count: number): Writers {
  const acknowledged = new Map<string, bigint>();
  // What each writer is creating. It outlives a crash, as a client's own memory does.
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

  /** @returns whether it was acknowledged before the signal */
  async function insist(origin: string, key: string, name: string, signal?: AbortSignal) {
    while (true) {
      const id = await create(origin, key, name, { 'idempotency-key': name });
      if (id !== undefined) acknowledge(name, id);
      if (id !== undefined) return true;
      retries += 1;
      if (signal?.aborted) return false;
      await wait(RETRY_AFTER_MS);
    }
  }

  async function writeInPassing(origin: string, key: string, signal?: AbortSignal) {
    while (signal && !signal.aborted) {
      const name = randomUUID();
      const id = await create(origin, key, name);
      if (id === undefined) await wait(RETRY_AFTER_MS);
      else acknowledge(name, id);
    }
  }

  async function writeCarefully(writer: number, origin: string, key: string, signal?: AbortSignal) {
    const before = latest[writer];
    // What was answered before the crash is asked for again, and must be the same animal.
    if (before && !(await insist(origin, key, before, signal))) return;
    do {
      const name = pending[writer] ?? '';
      if (!(await insist(origin, key, name, signal))) return;
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
            : writeInPassing(origin, key, signal),
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
 * @returns its id; undefined where the service did not say that it exists
 * @throws on an answer that sending again does not change
 */
async function create(
  origin: string,
  key: string,
  name: string,
  headers: Record<string, string> = {},
): Promise<bigint | undefined> {
  const answer = await send(origin, key, name, headers);
  if (!answer || answer.status === 503 || answer.status === 409) return undefined;
  if (answer.status !== 201) throw new Error(`A create was answered ${answer.status}.`);
  const id = /"id":(\d+)/.exec(answer.body)?.[1];
  if (!id) throw new Error(`An answer has no id: ${answer.body}`);
  return BigInt(id);
}

/** @returns undefined where there was no answer */
async function send(origin: string, key: string, name: string, headers: Record<string, string>) {
  try {
    const answer = await fetch(`${origin}/v1/pets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ name, categoryId: 1 }),
    });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return undefined;
  }
}
