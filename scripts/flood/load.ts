import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pipeline } from '../testbed/pipeline.ts';

/** What became of the requests that were sent. */
export interface Outcome {
  readonly seconds: number;
  /** How many were answered, by status; `0` for those whose connection ended. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How long those took that were answered with 2xx, in the order of their answers. */
  readonly acceptedMs: number[];
}

export type NextRequest = (index: number) => string;

const TICK_MS = 5;

/** Sends a request on each connection whenever the one before is answered: as much as can be served. */
export async function sendInTurn(
  connections: readonly Pipeline[],
  next: NextRequest,
  isOver: (sent: number) => boolean,
): Promise<Outcome> {
  const { record, finish } = start();
  let sent = 0;
  const run = async (connection: Pipeline) => {
    while (!isOver(sent)) {
      sent += 1;
      await record(connection, next(sent), performance.now());
    }
  };
  await Promise.all(connections.map(run));
  return finish();
}

/**
 * Sends requests at a rate, whether or not those before are answered, each on a connection that is
 * free. What finds none is not sent: its client would have to wait for another.
 */
export async function sendAtRate(
  connections: readonly Pipeline[],
  next: NextRequest,
  perSecond: number,
  seconds: number,
): Promise<Outcome> {
  const { record, finish } = start();
  const startMs = performance.now();
  const free = [...connections];
  const answers: Promise<unknown>[] = [];
  let due = 0;
  let elapsedMs = 0;
  while (elapsedMs < seconds * 1_000) {
    await wait(TICK_MS);
    elapsedMs = performance.now() - startMs;
    for (; due < (elapsedMs / 1_000) * perSecond; due += 1) {
      const connection = free.pop();
      if (!connection) continue;
      const answered = record(connection, next(due), performance.now());
      answers.push(answered.then(() => free.push(connection)));
    }
  }
  await Promise.all(answers);
  return finish();
}

function start() {
  const startMs = performance.now();
  const statuses: Record<string, number> = {};
  const acceptedMs: number[] = [];

  async function record(connection: Pipeline, request: string, sinceMs: number) {
    const { status } = await connection.send(request).catch(() => ({ status: 0 }));
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 200 && status < 300) acceptedMs.push(performance.now() - sinceMs);
  }

  return {
    record,
    finish: () => ({ seconds: (performance.now() - startMs) / 1_000, statuses, acceptedMs }),
  };
}
