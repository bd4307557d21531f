import { setTimeout as wait } from 'node:timers/promises';
import { median, percentile } from '../testbed/statistics.ts';
import { load, sendOnce } from './load.ts';
import type { Pair } from './pair.ts';
import type { Server } from './processes.ts';
import { assertSame, type Row } from './rows.ts';

/** The cost of a row on one server, in one round or as the median of several. */
export interface Figures {
  readonly cpuMicroseconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Comparison {
  readonly row: string;
  readonly connections: number;
  readonly service: Figures;
  readonly bare: Figures;
}

export interface Effort {
  readonly rounds: number;
  /** How long each server is under load in each round. */
  readonly seconds: number;
}

/** After this many requests V8 has compiled the code that serves them. */
const WARM_UP_REQUESTS = 3_000;

/** Compares both servers on one row. They take turns, so that other work on the machine affects both. */
export async function compare(
  { service, bare }: Pair,
  row: Row,
  connections: number,
  { rounds, seconds }: Effort,
): Promise<Comparison> {
  for (const request of new Set([row.requests[0], row.requests[5]])) {
    if (request)
      assertSame(
        row.name,
        await sendOnce(service.port, request),
        await sendOnce(bare.port, request),
      );
  }
  const figures = { service: [] as Figures[], bare: [] as Figures[] };
  for (const { port } of [service, bare]) {
    await load(port, row.requests, connections, seconds, WARM_UP_REQUESTS);
  }
  for (let round = 0; round < rounds; round += 1) {
    figures.service.push(await measure(service, row, connections, seconds));
    figures.bare.push(await measure(bare, row, connections, seconds));
  }
  return {
    row: row.name,
    connections,
    service: medians(figures.service),
    bare: medians(figures.bare),
  };
}

export async function measure(
  server: Server,
  { requests }: Row,
  connections: number,
  seconds: number,
): Promise<Figures> {
  // What the previous load has left to do must not count for this one.
  await wait(20);
  const before = await server.usage();
  const { latenciesMs, seconds: taken } = await load(server.port, requests, connections, seconds);
  const after = await server.usage();
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / latenciesMs.length,
    perSecond: latenciesMs.length / taken,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

function medians(figures: readonly Figures[]): Figures {
  const medianOf = (name: keyof Figures) => median(figures.map((figure) => figure[name]));
  return {
    cpuMicroseconds: medianOf('cpuMicroseconds'),
    perSecond: medianOf('perSecond'),
    p50Ms: medianOf('p50Ms'),
    p99Ms: medianOf('p99Ms'),
  };
}
