// Redis: the counters that several instances share, and how each counts without it.

import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { ReplyError } from 'ioredis';
import { batchByTick } from '../../async/tick-batches.ts';
import { withTimeout } from '../../async/with-timeout.ts';
import type { Secret } from '../../config/index.ts';
import type { CallObserver } from '../../database/index.ts';
import {
  type Count,
  type CountedCaller,
  describeCount,
  type MemoryCounters,
  WINDOW_SECONDS,
  type Window,
} from '../index.ts';
import { connect, createRedisClient, databaseOf, UnusableDatabase } from './client.ts';
import { INEXACT_SECONDS, type Question, type RepliedWindow, type Reply } from './script.ts';

export type RedisCounters = Awaited<ReturnType<typeof createRedisCounters>>;

export interface RedisOptions {
  readonly redisUrl: Secret;
  readonly namespace: string;
  readonly banAfter: number;
  /** MAX_WAIT_MS by default. */
  readonly maxWaitMs?: number | undefined;
}

interface Failure {
  readonly caller: CountedCaller;
  /** Until then, by the monotonic clock, only this instance counts the caller. */
  retryAtMs: number;
  /** Redis counts for the caller again, but does not know all that was counted here. */
  isOver?: boolean;
}

/** How long a request waits for Redis at most. */
const MAX_WAIT_MS = 80;
/** What ioredis says of a closed connection, whatever the reason. The error has no code. */
const CLOSED = 'Connection is closed.';
/** How many callers share a command. Redis does nothing else in the time, about 2 ms. */
const MAX_TOGETHER = 100;
/** How long Redis is left alone for a caller for whom it has failed. */
const PAUSE_MS = 500;
/** Longer than an attempt to connect, so that the reason of a failure is known. */
const MAX_CONNECT_MS = 2_500;
/** Checks Redis while it fails for no caller. It writes, since a full Redis rejects only writes. */
const CHECK: CountedCaller = {
  id: 'check',
  limits: { perMinute: 1, perDay: Number.POSITIVE_INFINITY },
};

/**
 * Counts in Redis, and in the memory of this instance for a caller for whom Redis fails. What was
 * counted here goes to Redis with the caller's next request, or by itself.
 *
 * @throws UnusableDatabase
 */
export async function createRedisCounters(
  { redisUrl, namespace, banAfter, maxWaitMs = MAX_WAIT_MS }: RedisOptions,
  local: MemoryCounters,
  log: FastifyBaseLogger,
) {
  const instance = randomUUID().slice(0, 8);
  /** The callers for whom Redis has failed. */
  const failures = new Map<CountedCaller['id'], Failure>();
  /** Why Redis has failed in this outage; empty while there is no outage. */
  const reasons = new Set<string>();
  let outages = 0;
  let connectionError: { message: string; node?: string | undefined } | undefined;
  const observers: CallObserver[] = [];

  const client = createRedisClient(redisUrl, noteConnectionError);
  // A call costs many times what counting costs, so all callers of a tick share one. In a cluster
  // they cannot: each node has only some of them.
  const send = batchByTick(sendAll, client.isCluster ? 1 : MAX_TOGETHER);
  // Without a connection the first requests would be counted by this instance alone.
  const connected = connect(client).catch((error) => {
    if (error instanceof UnusableDatabase) throw error;
    if (!connectionError) noteConnectionError(error);
  });
  await withTimeout(connected, MAX_CONNECT_MS).catch((error) => {
    if (!(error instanceof UnusableDatabase)) return;
    client.disconnect();
    throw error;
  });
  let timer: NodeJS.Timeout | undefined;
  let merging: Promise<void>;
  let closing: Promise<void> | undefined;
  let isClosed = false;
  await mergeRegularly();

  async function count(caller: CountedCaller, amount: 0 | 1): Promise<Count> {
    const isLocal = isClosed || !claimAttempt(caller) || isFlood(caller);
    const counted = isLocal ? undefined : await countInRedis(caller, amount);
    return counted ?? local.count(caller, amount);
  }

  /** Whether to ask Redis: while it fails, one request in each pause does. */
  function claimAttempt({ id }: CountedCaller): boolean {
    const failure = failures.get(id);
    if (!failure || failure.isOver) return true;
    const nowMs = performance.now();
    if (nowMs < failure.retryAtMs) return false;
    failure.retryAtMs = nowMs + PAUSE_MS;
    return true;
  }

  /** A flood of an address over its limit costs Redis nothing. */
  function isFlood(caller: CountedCaller): boolean {
    return caller.apiKeyId === undefined && local.count(caller, 0).windows[0].remaining === 0;
  }

  /** Returns undefined where Redis fails. */
  async function countInRedis(caller: CountedCaller, amount: 0 | 1): Promise<Count | undefined> {
    const startMs = performance.now();
    const noteError = (error: Error) => noteFailure(caller, error);
    const reply = await send(describeRequest(caller, amount)).catch(noteError);
    const isSuccess = reply !== undefined;
    const seconds = (performance.now() - startMs) / 1_000;
    for (const observe of observers) observe({ seconds, isSuccess });
    return isSuccess ? adopt(caller, amount, JSON.parse(reply)) : undefined;
  }

  async function sendAll(requests: readonly ReturnType<typeof describeRequest>[]) {
    const keys = requests.map(({ key }) => key);
    const questions = requests.map(({ question }) => JSON.stringify(question));
    const database = String(databaseOf(client));
    const replies = client.countRequests(keys.length, ...keys, instance, database, ...questions);
    // In two halves: a blocked event loop can use up only one of them.
    const waitForHalf = () => withTimeout(replies, maxWaitMs / 2);
    return waitForHalf().catch(waitForHalf);
  }

  function describeRequest({ id, limits, apiKeyId = 0 }: CountedCaller, amount: 0 | 1) {
    const nowSeconds = local.currentSeconds();
    const usage = local.openWindows(id, nowSeconds);
    const askedWindow = ({ openedAtSeconds, admittedHere }: Window, limit: number) => {
      return { limit, ageSeconds: nowSeconds - openedAtSeconds, admittedHere };
    };
    const minute = askedWindow(usage.minute, limits.perMinute);
    const day = askedWindow(usage.day, Number.isFinite(limits.perDay) ? limits.perDay : 0);
    const question: Question = { amount, apiKeyId, banAfter, minute, day };
    return { key: `${namespace}:limits:{${id}}`, question };
  }

  /** Updates the windows of this instance by the reply, and by requests unknown to Redis yet. */
  function adopt(caller: CountedCaller, amount: 0 | 1, reply: Reply): Count {
    const { isRejected, minute, day } = reply;
    const shift = secondsAhead(local.currentSeconds(), reply.nowSeconds);
    const nowSeconds = reply.nowSeconds + shift;
    const usage = local.openWindows(caller.id, nowSeconds);
    const admitted = isRejected ? 0 : amount;
    // Not merged if this instance counted more of the caller while this request was in flight.
    const isMinuteMerged = continueWindow(usage.minute, minute, shift, admitted);
    const isDayMerged = continueWindow(usage.day, day, shift, admitted);
    noteSuccess(caller, isMinuteMerged && isDayMerged);
    // Where Redis comes and goes, this instance has seen rejections that Redis has not.
    const isBan = isRejected && local.countRejection(caller, nowSeconds, reply.isBan);
    return describeCount(usage, caller.limits, { nowSeconds, isRejected, isBan });
  }

  function noteConnectionError({ message, code }: NodeJS.ErrnoException, node?: string) {
    // For a host with several addresses, the error contains one for each, and has no message.
    if (message !== CLOSED) connectionError = { message: message || String(code), node };
  }

  function noteFailure(caller: CountedCaller, error: Error) {
    // Without a connection requests fail at once, and Redis is used as soon as it is connected.
    const pauseMs = client.status === 'ready' ? PAUSE_MS : 0;
    failures.delete(caller.id);
    failures.set(caller.id, { caller, retryAtMs: performance.now() + pauseMs });
    // Errors that are not from Redis itself say only that there is no connection.
    const known = error instanceof ReplyError ? undefined : connectionError;
    const { message, node } = known ?? { message: error.message };
    // Without ports and the like, which change with each attempt.
    const reason = message.replaceAll(/\d/g, '');
    if (isClosed || reasons.has(reason)) return;
    if (reasons.size === 0) outages += 1;
    reasons.add(reason);
    const line = { 'error.message': message, 'animal_store.redis.node': node };
    log.error(line, 'Redis is unavailable: requests are counted by this instance alone');
  }

  function noteSuccess({ id }: CountedCaller, isMerged: boolean) {
    const failure = failures.get(id);
    if (!failure) return;
    failure.isOver = true;
    if (isMerged) failures.delete(id);
    if (failures.size > 0) return;
    reasons.clear();
    connectionError = undefined;
    log.info('Redis is available again: requests are counted by all instances together');
  }

  /** Tells Redis what was counted here: for one caller, and if that works, for all others. */
  async function merge() {
    const [first = CHECK, ...others] = [...failures.values()].map(({ caller }) => caller);
    let isSuccess = (await countInRedis(first, 0)) !== undefined;
    // Not all at once: requests would wait meanwhile, and the last of many callers would time out
    // again, so that the outage would never end.
    for (let i = 0; isSuccess && i < others.length; i += MAX_TOGETHER) {
      const portion = others.slice(i, i + MAX_TOGETHER);
      const counts = await Promise.all(portion.map((caller) => countInRedis(caller, 0)));
      isSuccess = counts.some(Boolean);
    }
  }

  async function mergeRegularly() {
    merging = merge();
    await merging;
    if (!closing) timer = setTimeout(mergeRegularly, PAUSE_MS).unref();
  }

  async function mergeAndDisconnect() {
    clearTimeout(timer);
    await merging;
    // Once more, for what was counted since that merge began.
    await merge();
    isClosed = true;
    client.disconnect();
  }

  return {
    count,
    /** Whether Redis counts for all callers, as far as is known. */
    isUp: () => reasons.size === 0,
    /** How often Redis became unavailable since the start. */
    outages: () => outages,
    /** Tells an observer of each command from now on. */
    observe(observer: CallObserver) {
      observers.push(observer);
    },
    /** Tells Redis what was counted here. Later requests are counted by this instance alone. */
    close() {
      closing ??= mergeAndDisconnect();
      return closing;
    },
  };
}

/**
 * Continues a window from what Redis says, and from what this instance has admitted since.
 *
 * @param shift how many seconds this clock is ahead of the clock of Redis
 * @param admitted 1 if Redis has just admitted a request of this instance
 * @returns whether Redis knows all that this instance has admitted
 */
function continueWindow(window: Window, reply: RepliedWindow, shift: number, admitted: number) {
  const openedAtSeconds = reply.openedAtSeconds + shift;
  // Clocks and rounding move a window by less than this.
  const isNext = openedAtSeconds > window.openedAtSeconds + WINDOW_SECONDS.minute / 2;
  const admittedHere = isNext ? 0 : window.admittedHere + admitted;
  window.openedAtSeconds = openedAtSeconds;
  window.admittedHere = Math.max(admittedHere, reply.admittedHere);
  window.admitted = reply.admitted + window.admittedHere - reply.admittedHere;
  return window.admittedHere === reply.admittedHere;
}

/**
 * How far this clock is ahead of the clock of Redis: uncorrected, windows would disagree with the
 * `Date` of responses and with bans. 0 for what rounding and the time of the reply can explain.
 */
function secondsAhead(nowSeconds: number, redisSeconds: number): number {
  const seconds = nowSeconds - redisSeconds;
  return Math.abs(seconds) > INEXACT_SECONDS ? seconds : 0;
}
