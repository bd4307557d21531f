import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pipeline } from './pipeline.ts';

/** The responses to the requests that were sent. */
export interface Outcome {
  readonly seconds: number;
  /** How long each response took, by status; `0` stands for requests whose connection was closed. */
  readonly latenciesMs: Readonly<Record<string, readonly number[]>>;
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
      const request = next(sent);
      sent += 1;
      await record(connection, request);
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
      responses.push(record(connection, next(due)).then(() => free.push(connection)));
    }
  }
  await Promise.all(responses);
  return finish();
}

function start() {
  const startMs = performance.now();
  const latenciesMs: Record<string, number[]> = {};

  async function record(connection: Pipeline, request: string) {
    const sentMs = performance.now();
    const { status } = await connection.send(request).catch(() => ({ status: 0 }));
    latenciesMs[status] ??= [];
    latenciesMs[status].push(performance.now() - sentMs);
  }

  return {
    record,
    finish: () => ({ seconds: (performance.now() - startMs) / 1_000, latenciesMs }),
  };
}
