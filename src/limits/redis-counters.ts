import { setTimeout as wait } from 'node:timers/promises';
import { currentValue, type Secret } from '../settings/index.ts';
import { type CallerRequests, describeCall, failCaller, settleCall } from './count-calls.ts';
import type { CallerId, Usage } from './counters.ts';
import type { Limits } from './plans.ts';
import { createRedisCluster } from './redis-cluster.ts';
import {
  checkCounting,
  countRequests,
  defineScripts,
  hasHint,
  mergeUsage,
  setHint,
} from './redis-commands.ts';
import { CONNECT_TIMEOUT_MS } from './redis-node.ts';
import { PEEK } from './redis-scripts.ts';
import { findTag, slotOf } from './redis-slots.ts';
import { createRedisTicks } from './redis-ticks.ts';
import { ageOf, type Window } from './window.ts';

export type RedisCounters = ReturnType<typeof createRedisCounters>;

/** In place of the id of a key whose rejections are counted. */
const NO_KEY = 0;
/** What a cluster says that a proxy presents as one server. */
const CROSS_SLOT = /\bCROSSSLOT\b/;

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
  const ticks = createRedisTicks(sendCounts);
  let isSharded = false;
  const tags = new Map<number, string>();

  /** The slot of a key, by the tag in it if it has one; any in a Redis that is no cluster. */
  function slotFor(keyOrTag: CallerId): number {
    return servers.isCluster() ? slotOf(String(keyOrTag)) : 0;
  }

  function sendCounts(callers: readonly CallerRequests[]) {
    const areApart = servers.isCluster() || isSharded;
    const calls = areApart ? callers.map((caller) => [caller]) : [callers];
    for (const call of calls) sendCall(call);
  }

  async function sendCall(callers: readonly CallerRequests[]) {
    const keys = callers.map(({ id }) => usageKey(id));
    // There is one at least, and others have the same slot.
    const slot = slotFor((callers[0] as CallerRequests).id);
    try {
      const reply = await run(slot, countRequests(keys, describeCall(callers, banAfter)));
      settleCall(callers, keys, reply);
    } catch (cause) {
      // Promises are rejected with errors here.
      const error = cause as Error;
      if (callers.length > 1 && CROSS_SLOT.test(error.message)) {
        isSharded = true;
        sendCounts(callers);
      } else {
        for (const caller of callers) failCaller(caller, error);
      }
    }
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
      ticks.count(id, limits, apiKeyId, known),
    peek: (id: CallerId, limits: Limits, known?: Usage<Window>) =>
      ticks.count(id, limits, PEEK, known),
    /** Adds what was counted in the memory of this process while Redis was unavailable. */
    async merge(id: CallerId, { minute, day }: Usage<Window>, hasDay: boolean) {
      const describe = (window: Window) => [ageOf(window), window.used, window.unshared];
      const counts = [...describe(minute), ...describe(day), hasDay ? 1 : 0];
      await ticks.run(() => run(slotFor(id), mergeUsage(usageKey(id), counts)));
    },
    /** Resolves once the first connections are open, have failed, or take too long. */
    async connected() {
      // Longer than an attempt, so that its reason is known when it has failed.
      await Promise.race([opened(), wait(2 * CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
    },
    giveHint: (name: string, lifetimeSeconds: number) =>
      ticks.run(() => run(slotFor(hintKey(name)), setHint(hintKey(name), lifetimeSeconds))),
    hasHint: async (name: string) =>
      (await ticks.run(() => run(slotFor(hintKey(name)), hasHint(hintKey(name))))) === 1,
    /** Rejects unless Redis can count: a replica, or one that is full, responds all the same. */
    check: (slot = 0) => run(slot, checkCounting(checkKey(slot))),
    servers,
    reasonFor,
    close,
  };
}
