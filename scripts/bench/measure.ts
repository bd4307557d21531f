import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Databases } from '../testbed/databases.ts';
import { sendInTurn } from '../testbed/load.ts';
import { openPipelines } from '../testbed/pipeline.ts';
import type { Server } from '../testbed/server.ts';
import { median, percentile } from '../testbed/statistics.ts';
import { assertSame } from './assert-same.ts';
import type { Row, RowName } from './rows.ts';
import { type OfEach, SERVER_NAMES, type ServerName, type Servers } from './servers.ts';

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

/** Compares the servers on one row. They take turns, so that other work on the machine affects all. */
export async function compare(
  servers: Servers,
  name: RowName,
  connections: number,
  { rounds, seconds }: Effort,
) {
  const { animals, databases } = servers;
  const row = servers.rows[name];
  await assertSame(row, servers);
  for (const server of SERVER_NAMES) {
    await load(servers[server].port, row, connections, seconds, WARM_UP_REQUESTS);
  }
  const figures: Record<ServerName, Figures[]> = { service: [], same: [], lean: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const server of SERVER_NAMES) {
      figures[server].push(await measure(servers[server], databases, row, connections, seconds));
    }
  }
  const of: OfEach<Figures> = {
    service: medians(figures.service),
    same: medians(figures.same),
    lean: medians(figures.lean),
  };
  return { name, row: row.name, animals, connections, ...of };
}

async function measure(
  server: Server,
  databases: Databases,
  row: Row,
  connections: number,
  taking: number,
) {
  // What the previous load has left to do must not count for this one.
  await wait(20);
  const before = { ...(await server.usage()), database: databases.cpuMicroseconds() };
  const { latenciesMs, seconds } = await load(server.port, row, connections, taking);
  const after = { ...(await server.usage()), database: databases.cpuMicroseconds() };
  const requests = latenciesMs.length;
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / requests,
    /** Of PostgreSQL, NaN without it. */
    databaseCpuMicroseconds: (Number(after.database) - Number(before.database)) / requests,
    perSecond: requests / seconds,
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
  { name, request, statuses }: Row,
  connections: number,
  seconds: number,
  minimum = 0,
) {
  const pipelines = await openPipelines(port, connections);
  const endMs = performance.now() + seconds * 1_000;
  const outcome = await sendInTurn(
    pipelines,
    request,
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
    databaseCpuMicroseconds: medianOf('databaseCpuMicroseconds'),
    perSecond: medianOf('perSecond'),
    p50Ms: medianOf('p50Ms'),
    p99Ms: medianOf('p99Ms'),
  };
}
