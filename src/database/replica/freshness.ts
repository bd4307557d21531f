import type { Query } from '../statements.ts';
import { type Position, readPosition } from './position.ts';

interface Observation {
  /** When the position was asked for: it includes whatever was committed until then. */
  readonly askedAtMs: number;
  readonly position: Position;
}

export type Freshness = ReturnType<typeof createFreshness>;

/**
 * Proves of a connection to a replica that it shows whatever was committed up to some moment, which is no
 * longer ago than the lag allowed. Each connection by itself, since an address may lead to several replicas.
 *
 * @param primary the database that the replica is of
 */
export function createFreshness(primary: Query, maxLagMs: number) {
  /** Oldest first, none older than the lag allowed. */
  let observations: Observation[] = [];
  const provenUntilMs = new WeakMap<object, number>();

  /** Notes how far the primary is. */
  async function observe() {
    const askedAtMs = performance.now();
    const position = await readPosition(primary);
    if (position.isReplica) throw new Error('DATABASE_URL leads to a replica');
    const isUseful = (other: Observation) =>
      other.askedAtMs > askedAtMs - maxLagMs && isSameServer(other.position, position);
    observations = [...observations.filter(isUseful), { askedAtMs, position }];
  }

  /**
   * @param query runs on this connection
   * @throws why the connection shows too little, or something else
   */
  async function prove(connection: object, query: Query) {
    const untilMs = provenUntilMs.get(connection) ?? Number.NEGATIVE_INFINITY;
    // Anew in time, so that a connection in use is always proven.
    if (performance.now() < untilMs + maxLagMs / 2) return;
    const reachedMs = Math.max(untilMs, reached(await readPosition(query)));
    provenUntilMs.set(connection, reachedMs);
    if (performance.now() < reachedMs + maxLagMs) return;
    throw new Error(`The replica is more than ${maxLagMs / 1_000} s behind`);
  }

  /** Up to when a server shows what was committed. */
  function reached(position: Position): number {
    const latest = observations.at(-1);
    if (latest) checkRelation(position, latest.position);
    const seen = observations.findLast((observation) => includes(position, observation.position));
    return seen?.askedAtMs ?? Number.NEGATIVE_INFINITY;
  }

  return { observe, prove };
}

function checkRelation(position: Position, primary: Position) {
  if (position.system !== primary.system) {
    throw new Error('DATABASE_READ_URL leads to another database than DATABASE_URL');
  }
  if (!position.isReplica && !isSameServer(position, primary)) {
    throw new Error('DATABASE_READ_URL leads to another primary than DATABASE_URL');
  }
  if (position.timeline !== primary.timeline) {
    throw new Error('The replica has not yet followed the promotion of another server');
  }
}

function includes({ offset }: Position, primary: Position): boolean {
  return offset >= primary.offset;
}

function isSameServer(a: Position, b: Position): boolean {
  return a.system === b.system && a.timeline === b.timeline && a.startedAt === b.startedAt;
}
