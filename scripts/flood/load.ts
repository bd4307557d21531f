import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pipeline } from '../testbed/pipeline.ts';

/** The responses to the requests that were sent. */
export interface Outcome {
  readonly seconds: number;
  /** How many responses there were by status; `0` counts requests whose connection was closed. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The latencies of the 2xx responses, in the order of their arrival. */
  readonly acceptedMs: number[];
}

export type NextRequest = (index: number) => string;

const TICK_MS = 5;

/** Sends the next request on a connection as soon as the last has its response: as many as can be served. */
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
 * Sends requests at a fixed rate, each on a free connection, whether or not earlier ones have their
 * responses. A request that finds no free connection is not sent: its client would have to wait.
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
  const responses: Promise<unknown>[] = [];
  let due = 0;
  let elapsedMs = 0;
  while (elapsedMs < seconds * 1_000) {
    await wait(TICK_MS);
    elapsedMs = performance.now() - startMs;
    for (; due < (elapsedMs / 1_000) * perSecond; due += 1) {
      const connection = free.pop();
      if (!connection) continue;
      const responded = record(connection, next(due), performance.now());
      responses.push(responded.then(() => free.push(connection)));
    }
  }
  await Promise.all(responses);
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
