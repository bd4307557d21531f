import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sendInTurn } from '../testbed/load.ts';
import { openPipelines } from '../testbed/pipeline.ts';
import type { Server } from '../testbed/server.ts';
import { median, percentile } from '../testbed/statistics.ts';
import type { Pair } from './pair.ts';
import { assertSame, type Row, type RowName } from './rows.ts';

/** The cost of a row on one server, in one round or as the median of several. */
export type Figures = Awaited<ReturnType<typeof measure>>;
export type Comparison = Awaited<ReturnType<typeof compare>>;

export interface Effort {
  readonly rounds: number;
  /** How long each server is under load in each round. */
  readonly seconds: number;
}

/** After this many requests V8 has compiled the code that serves them. */
const WARM_UP_REQUESTS = 3_000;

/** Compares both servers on one row. They take turns, so that other work on the machine affects both. */
export async function compare(
  { animals, service, bare, rows }: Pair,
  name: RowName,
  connections: number,
  { rounds, seconds }: Effort,
) {
  const row = rows[name];
  await assertSame(row, service.port, bare.port);
  for (const { port } of [service, bare]) {
    await load(port, row, connections, seconds, WARM_UP_REQUESTS);
  }
  const figures = { service: [] as Figures[], bare: [] as Figures[] };
  for (let round = 0; round < rounds; round += 1) {
    figures.service.push(await measure(service, row, connections, seconds));
    figures.bare.push(await measure(bare, row, connections, seconds));
  }
  return {
    row: row.name,
    animals,
    connections,
    service: medians(figures.service),
    bare: medians(figures.bare),
  };
}

async function measure(server: Server, row: Row, connections: number, taking: number) {
  // What the previous load has left to do must not count for this one.
  await wait(20);
  const before = await server.usage();
  const { latenciesMs, seconds } = await load(server.port, row, connections, taking);
  const after = await server.usage();
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / latenciesMs.length,
    perSecond: latenciesMs.length / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

/**
 * Sends the requests of a row in turn over several connections.
 *
 * @param minimum how many requests to send at least, however long that takes
 * @throws if a response has another status than expected
 */
export async function load(
  port: number,
  { name, requests, statuses }: Row,
  connections: number,
  seconds: number,
  minimum = 0,
) {
  const pipelines = await openPipelines(port, connections);
  const endMs = performance.now() + seconds * 1_000;
  const outcome = await sendInTurn(
    pipelines,
    (index) => requests[index % requests.length] as string,
    (sent) => sent >= minimum && performance.now() >= endMs,
  );
  for (const pipeline of pipelines) pipeline.close();
  const unexpected = Object.keys(outcome.latenciesMs).find((status) => !statuses.includes(status));
  if (unexpected) throw new Error(`${name}: a response has the status ${unexpected}.`);
  return { seconds: outcome.seconds, latenciesMs: Object.values(outcome.latenciesMs).flat() };
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
