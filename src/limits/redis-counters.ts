import { setTimeout as wait } from 'node:timers/promises';
import { currentValue, type Secret } from '../settings/index.ts';
import { type CallerId, describeCount, type Usage } from './counters.ts';
import type { Limits } from './plans.ts';
import { createRedisCluster } from './redis-cluster.ts';
import {
  checkCounting,
  countRequest,
  defineScripts,
  hasHint,
  mergeUsage,
  setHint,
} from './redis-commands.ts';
import { CONNECT_TIMEOUT_MS } from './redis-node.ts';
import { INEXACT_SECONDS } from './redis-scripts.ts';
import { findTag, slotOf } from './redis-slots.ts';
import { ageOf, currentSeconds, type Window } from './window.ts';

export type RedisCounters = ReturnType<typeof createRedisCounters>;

/** For a caller that this process knows nothing of. */
const NOTHING_KNOWN = [0, 0, 0, 0];
/** In place of the id of a key whose rejections are counted. */
const NO_KEY = 0;

/**
 * Counters that all instances share. They reject when Redis fails.
 *
 * @param address one Redis, or nodes of a cluster separated by commas
 * @param namespace the prefix of every key
 * @param banAfter how many rejected requests of a key lead to a ban
 */
export function createRedisCounters(address: Secret, namespace: string, banAfter: number) {
  const urls = () =>
    currentValue(address)
      .split(',')
      .map((node) => node.trim());
  const { run, servers, opened, reasonFor, close } = createRedisCluster(urls, defineScripts);
  const tags = new Map<number, string>();

  /** The slot of a key, by the tag in it if it has one; any in a Redis that is no cluster. */
  function slotFor(keyOrTag: CallerId): number {
    return servers.isCluster() ? slotOf(String(keyOrTag)) : 0;
  }

  async function runCount(
    id: CallerId,
    limits: Limits,
    apiKeyId: number,
    mode: 0 | 1,
    known?: Usage<Window>,
  ) {
    const [redisSeconds, minuteOpened, minuteUsed, dayOpened, dayUsed, rejections] = await run(
      slotFor(id),
      countRequest(usageKey(id), [
        ...[limits.perMinute, dayOf(limits), mode, banAfter],
        ...(known ? describeKnown(known) : NOTHING_KNOWN),
        apiKeyId,
      ]),
    );
    const shift = secondsAhead(redisSeconds);
    const usage = {
      minute: { openedAtSeconds: minuteOpened + shift, used: minuteUsed },
      day: { openedAtSeconds: dayOpened + shift, used: dayUsed },
    };
    return describeCount(usage, limits, redisSeconds + shift, rejections);
  }

  /** The braces say by what a cluster chooses the slot. */
  function usageKey(id: CallerId): string {
    return `${namespace}:{${id}}:usage`;
  }

  /** A key that nothing else uses, with this slot in a cluster. */
  function checkKey(slot: number): string {
    if (!servers.isCluster()) return `${namespace}:check`;
    const tag = tags.get(slot) ?? findTag(slot);
    tags.set(slot, tag);
    return `${namespace}:{${tag}}:check`;
  }

  const hintKey = (name: string) => `${namespace}:hint:${name}`;

  return {
    /** By which the store knows what is available. */
    slotOf: slotFor,
    slotOfHint: (name: string) => slotFor(hintKey(name)),
    /** Counts a request, beginning with what this process knows if Redis has lost it. */
    count: (id: CallerId, limits: Limits, apiKeyId = NO_KEY, known?: Usage<Window>) =>
      runCount(id, limits, apiKeyId, 1, known),
    peek: (id: CallerId, limits: Limits, known?: Usage<Window>) =>
      runCount(id, limits, NO_KEY, 0, known),
    /** Adds what was counted in the memory of this process while Redis was unavailable. */
    async merge(id: CallerId, { minute, day }: Usage<Window>, hasDay: boolean) {
      const describe = (window: Window) => [ageOf(window), window.used, window.unshared];
      const counts = [...describe(minute), ...describe(day), hasDay ? 1 : 0];
      await run(slotFor(id), mergeUsage(usageKey(id), counts));
    },
    /** Resolves once the first connections are open, have failed, or take too long. */
    async connected() {
      // Longer than an attempt, so that its reason is known when it has failed.
      await Promise.race([opened(), wait(2 * CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
    },
    giveHint: (name: string, lifetimeSeconds: number) =>
      run(slotFor(hintKey(name)), setHint(hintKey(name), lifetimeSeconds)),
    hasHint: async (name: string) =>
      (await run(slotFor(hintKey(name)), hasHint(hintKey(name)))) === 1,
    /** Rejects unless Redis can count: a replica, or one that is full, responds all the same. */
    check: (slot = 0) => run(slot, checkCounting(checkKey(slot))),
    servers,
    reasonFor,
    close,
  };
}

/**
 * How far this clock is ahead of that of Redis, by which responses would otherwise disagree with their
 * `Date` and with bans; 0 for what may be rounding and the time that the response took.
 */
function secondsAhead(redisSeconds: number): number {
  const seconds = currentSeconds() - redisSeconds;
  return Math.abs(seconds) > INEXACT_SECONDS ? seconds : 0;
}

/** Ages rather than times, since the clock of Redis may differ from this one. */
function describeKnown({ minute, day }: Usage<Window>): number[] {
  return [ageOf(minute), minute.used, ageOf(day), day.used];
}

/** The limit per day as the scripts take it: 0 for callers that have none. */
function dayOf({ perDay }: Limits): number {
  return Number.isFinite(perDay) ? perDay : 0;
}
