import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type Outcome, sendInTurn } from '../testbed/load.ts';
import { openPipelines, type Pipeline } from '../testbed/pipeline.ts';
import type { Server } from '../testbed/server.ts';
import { median, percentile } from '../testbed/statistics.ts';
import type { Row } from './rows.ts';

/** What a row costs, in one round or as the median of several. Times are CPU time per request. */
export type Figures = Awaited<ReturnType<typeof measure>>;

export interface Effort {
  readonly rounds: number;
  /** How long each server is under load in each round. */
  readonly seconds: number;
}

/** A server that works for those that are measured. */
interface Beside {
  /** What it has used, undefined where the system does not tell. */
  cpuMicroseconds(): number | undefined;
}

/** What is measured: servers under the load of a row. */
export interface Subject {
  /** They share the connections. */
  readonly servers: readonly Server[];
  readonly row: Row;
  readonly connections: number;
  readonly database?: Beside;
  readonly redis?: Beside;
}

/** After this many requests V8 has compiled the code that serves them. */
const WARM_UP_REQUESTS = 3_000;
const MOST_TURNED_AWAY = 0.05;

/** Measures several subjects, which take turns, so that other work on the machine affects all. */
export async function takeTurns<Name extends string>(
  subjects: Readonly<Record<Name, Subject>>,
  { rounds, seconds }: Effort,
): Promise<Record<Name, Figures>> {
  const all = Object.entries<Subject>(subjects).map(([name, subject]) => ({
    name,
    subject,
    figures: [] as Figures[],
  }));
  for (const { subject } of all) await load(subject, seconds, WARM_UP_REQUESTS);
  for (let round = 0; round < rounds; round += 1) {
    for (const { subject, figures } of all) figures.push(await measure(subject, seconds));
  }
  const named = all.map(({ name, figures }) => [name, medians(figures)]);
  return Object.fromEntries(named) as Record<Name, Figures>;
}

async function measure(subject: Subject, taking: number) {
  // What the previous load has left to do must not count for this one.
  await wait(20);
  const before = await usage(subject);
  const { latenciesMs, seconds } = await load(subject, taking);
  const after = await usage(subject);
  const requests = latenciesMs.length;
  const perRequest = (name: keyof typeof after) => (after[name] - before[name]) / requests;
  return {
    cpuMicroseconds: perRequest('servers'),
    databaseCpuMicroseconds: perRequest('database'),
    redisCpuMicroseconds: perRequest('redis'),
    perSecond: requests / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

/** NaN stands for what is not there. */
async function usage({ servers, database, redis }: Subject) {
  const used = await Promise.all(servers.map((server) => server.usage()));
  return {
    servers: used.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0),
    database: database?.cpuMicroseconds() ?? Number.NaN,
    redis: redis?.cpuMicroseconds() ?? Number.NaN,
  };
}

/**
 * Sends the requests of a row in turn over several connections.
 *
 * @param minimum how many requests to send at least, however long that takes
 * @throws if a response has another status than expected
 */
export async function load({ servers, row, connections }: Subject, seconds: number, minimum = 0) {
  const { name, request } = row;
  const pipelines: Pipeline[] = [];
  for (const { port } of servers) {
    pipelines.push(...(await openPipelines(port, Math.ceil(connections / servers.length))));
  }
  const endMs = performance.now() + seconds * 1_000;
  const isOver = (sent: number) => sent >= minimum && performance.now() >= endMs;
  const outcome = await sendInTurn(pipelines, request, isOver);
  for (const pipeline of pipelines) pipeline.close();
  const latenciesMs = Object.values(outcome.latenciesMs).flat();
  const unexpected = unexpectedStatus(row, outcome, latenciesMs.length);
  if (unexpected) throw new Error(`${name}: responses have the status ${unexpected}.`);
  return { seconds: outcome.seconds, latenciesMs };
}

/** A busy machine makes the service turn a few requests away. */
function unexpectedStatus({ statuses }: Row, { latenciesMs }: Outcome, requests: number) {
  return Object.entries(latenciesMs).find(([status, { length }]) => {
    const isFew = status === '503' && length / requests < MOST_TURNED_AWAY;
    return !statuses.includes(status) && !isFew;
  })?.[0];
}

function medians(figures: readonly Figures[]): Figures {
  const medianOf = (name: keyof Figures) => median(figures.map((figure) => figure[name]));
  return {
    cpuMicroseconds: medianOf('cpuMicroseconds'),
    databaseCpuMicroseconds: medianOf('databaseCpuMicroseconds'),
    redisCpuMicroseconds: medianOf('redisCpuMicroseconds'),
    perSecond: medianOf('perSecond'),
    p50Ms: medianOf('p50Ms'),
    p99Ms: medianOf('p99Ms'),
  };
}
