// Limits and late rejections of three instances that share a real Redis, which is wiped, frozen and
// killed, against a simple model. All have the same clock, which is passed in.

import assert from 'node:assert/strict';
import t from 'tap';
import type { CountedCaller } from '../../../src/platform/limits/counting/counters.ts';
import type { LimitState } from '../../../src/platform/limits/counting/windows.ts';
import { customer, type Instance, openInstance } from '../../support/counters.ts';
import { createModelTime } from '../../support/model-time.ts';
import { followModel, type Random } from '../../support/models.ts';
import { NEEDS_REDIS, startRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';
import { createSharedLimitsModel, type Seen, type Sent } from './shared-limits-model.ts';

const INSTANCES = 3;
/** Of each customer, who has two keys. */
const LIMITS = [
  { perMinute: 4, perDay: 11 },
  { perMinute: 2, perDay: 30 },
];
/** Long enough that a busy machine causes no outage. */
const MAX_WAIT_MS = 500;
const TIME = "redis.call('HMGET', 'clock', 'seconds', 'microseconds')";
/** How many late rejections lead to a ban. */
const BAN_AFTER = 4;

interface Request {
  readonly at: number;
  readonly customer: number;
  readonly key: number;
  readonly isOfAccount: boolean;
}

type Step =
  | (Request & { readonly times: number })
  | { readonly passSeconds: number }
  | { readonly does: 'wipe' | 'freeze' | 'kill' | 'end' }
  | { readonly restart: number };

/** Multiples of 5 s, so that a window often ends at the time of a request, and never just before. */
const PAUSES_SECONDS = [5, 5, 10, 30, 55, 60, 65, 3_600, 86_340, 86_400];

function makeStep({ below, number, pick, oneOf }: Random): Step {
  return oneOf<Step>([
    [
      60,
      () => ({
        at: below(INSTANCES),
        customer: below(LIMITS.length),
        key: below(2),
        isOfAccount: number() < 0.3,
        times: 1 + below(4),
      }),
    ],
    [14, () => ({ passSeconds: pick(PAUSES_SECONDS) })],
    [1, () => ({ does: 'wipe' })],
    [1, () => ({ does: pick(['freeze', 'kill'] as const) })],
    [4, () => ({ does: 'end' })],
    [1, () => ({ restart: below(INSTANCES) })],
  ]);
}

const seenOf = ({ isRejected, windows, lateRejections }: LimitState): Seen => ({
  isRejected,
  limits: windows.map(({ limit }) => limit),
  remaining: windows.map(({ remaining }) => remaining),
  secondsToReset: windows.map(({ secondsToReset }) => secondsToReset),
  late: lateRejections,
});

t.test('three instances count as a simple model does', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  let runs = 0;
  let completeRuns = 0;

  async function begin() {
    runs += 1;
    const time = createModelTime();
    const model = createSharedLimitsModel(time.nowSeconds, INSTANCES);
    const open = () =>
      openInstance(t, redis.url, { maxWaitMs: MAX_WAIT_MS, clock: time.clock, time: TIME });
    let losses = 0;
    /** A loss of all counts takes a microsecond. */
    const clockNow = () => ({ seconds: time.nowSeconds(), microseconds: losses });
    const setClock = () => redis.client.hset('clock', clockNow());
    await redis.client.flushall();
    await setClock();
    const instances: Instance[] = [];
    for (let at = 0; at < INSTANCES; at += 1) instances.push(await open());
    const at = (place: number) => instances[place] as Instance;
    let outage: 'none' | 'frozen' | 'killed' = 'none';
    /** The instance that counts the requests of a customer while Redis is frozen. */
    const whileFrozen = new Map<number, number>();
    /** A machine that was too busy for a moment has caused an outage of its own. */
    let isUnplanned = false;

    const sentBy = ({ customer: number, key, isOfAccount }: Omit<Request, 'at'>): Sent => ({
      customer: number,
      key: number * 10 + key,
      // There is one for each.
      limits: LIMITS[number] as Sent['limits'],
      isOfAccount,
    });
    const callerOf = ({ customer: id, limits, key, isOfAccount }: Sent): CountedCaller =>
      customer(runs * 100 + id, limits, runs * 1_000 + key, isOfAccount);
    const all = LIMITS.map((_limits, number) =>
      sentBy({ customer: number, key: 0, isOfAccount: true }),
    );

    async function lookAtAll() {
      for (const { store } of instances) {
        for (const sent of all) await store.look(callerOf(sent));
      }
    }

    async function endOutage() {
      if (outage === 'killed') await redis.start();
      if (outage === 'frozen') {
        redis.thaw();
      }
      await setClock();
      outage = 'none';
      whileFrozen.clear();
      await until(async () => {
        await lookAtAll();
        await lookAtAll();
        return instances.every(({ store }) => store.isUp());
      }, 'Redis is available to all');
    }

    async function send(place: number, sent: Sent, wanted: Seen) {
      const { store } = at(place);
      const found = seenOf(await store.count(callerOf(sent)));
      isUnplanned ||= outage === 'none' && !store.isUp();
      if (isUnplanned) return;
      assert.deepStrictEqual(found, wanted);
      if (wanted.late < BAN_AFTER) return;
      model.forget(place, sent);
      const { customer: customerId, key, limits } = sent;
      await store.forgetRejections({
        customerId: BigInt(runs * 100 + customerId),
        apiKeyId: BigInt(runs * 1_000 + key),
        limits,
        scopes: null,
        ban: { untilMs: 0, isTried: false },
      });
    }

    async function take(step: Step) {
      if (isUnplanned) return;
      if ('times' in step) {
        // Of two instances, a frozen Redis would learn in either order.
        const first = whileFrozen.get(step.customer) ?? step.at;
        if (outage === 'frozen') whileFrozen.set(step.customer, first);
        if (first !== step.at) return;
        const sent = sentBy(step);
        for (let i = 0; i < step.times && !isUnplanned; i += 1) {
          await send(step.at, sent, model.send(step.at, sent));
        }
      } else if ('passSeconds' in step) {
        // A frozen Redis cannot be told the time.
        if (outage === 'frozen') return;
        time.pass(step.passSeconds * 1_000);
        if (outage === 'none') await setClock();
      } else if ('restart' in step) {
        // A frozen Redis learns later what it was told, or not.
        if (outage === 'frozen') return;
        // Otherwise it is told all, or nothing.
        await at(step.restart).store.close();
        model.restart(step.restart);
        instances[step.restart] = await open();
      } else if (step.does === 'end') {
        if (outage === 'none') return;
        if (outage === 'frozen') model.thaw();
        await endOutage();
        model.sync(all);
      } else if (outage === 'none' && step.does === 'wipe') {
        losses += 1;
        await redis.client.multi().flushall().hset('clock', clockNow()).exec();
        model.wipe();
      } else if (outage === 'none' && step.does === 'freeze') {
        redis.freeze();
        outage = 'frozen';
        model.beginOutage('frozen');
      } else if (outage === 'none' && step.does === 'kill') {
        losses += 1;
        await redis.kill();
        outage = 'killed';
        model.beginOutage('killed');
      }
    }

    return {
      take,
      finish() {
        if (!isUnplanned) completeRuns += 1;
      },
      async close() {
        if (outage !== 'none') await endOutage();
        await Promise.all(instances.map(({ store }) => store.close()));
      },
    };
  }

  await followModel(t, { runs: 5, stepsPerRun: 80, makeStep, begin });
  t.ok(completeRuns > 0, `${completeRuns} of ${runs} runs met no other outage`);
});
