import type { Query } from '../statements.ts';

/*
 * How far a server has come: a primary in flushing its log, which it does before it confirms a commit, and a
 * replica in replaying it. What was committed before the primary was at a position can be read on a replica
 * that has reached it.
 */

export interface Position {
  /** The same for a database on a primary and on its replicas, and for no other database. */
  readonly system: string;
  /** Each promotion begins a new one. Positions on different ones say nothing about each other. */
  readonly timeline: number;
  readonly offset: bigint;
  readonly isReplica: boolean;
  /** Tells servers of one system apart. */
  readonly startedAt: string;
}

type Row = [system: string, timeline: string, offset: string, isReplica: string, startedAt: string];

/**
 * A replica reports a new timeline with its next checkpoint. Where from it receives is known at once, but only
 * to members of pg_read_all_stats; others get NULL.
 */
const READ_POSITION = `
  SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()),
    CASE WHEN pg_is_in_recovery() THEN GREATEST(timeline_id, min_recovery_end_timeline,
        (SELECT received_tli FROM pg_stat_wal_receiver))::text
      ELSE (('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int)::text END,
    (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
      ELSE pg_current_wal_flush_lsn() END - '0/0')::text,
    pg_is_in_recovery()::text, extract(epoch FROM pg_postmaster_start_time())::text
  FROM pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`;

export async function readPosition(query: Query): Promise<Position> {
  // There is always one row.
  const [[system, timeline, offset, isReplica, startedAt]] = (await query<Row>(
    READ_POSITION,
    [],
  )) as [Row];
  return {
    system,
    timeline: Number(timeline),
    offset: BigInt(offset),
    isReplica: isReplica === 'true',
    startedAt,
  };
}
