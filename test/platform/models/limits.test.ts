// Limits and bans of an instance that counts in memory, against two windows and a rule.

import { deepStrictEqual } from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { buildApp } from '../../../src/platform/app.ts';
import {
  createCustomer,
  createKey,
  rotateKey,
  setPlan,
  unbanKey,
} from '../../../src/platform/keys/index.ts';
import { createDatabase, open } from '../../support/databases.ts';
import { keysOf } from '../../support/key-rules.ts';
import { createManualWork, createModelTime } from '../../support/model-time.ts';
import { followModel, type Random } from '../../support/models.ts';
import { contract } from '../../support/sample-contract.ts';
import { testConfig } from '../../support/test-config.ts';
import { service } from '../service/src/service.ts';
import { createLimitsModel, type Seen } from './limits-model.ts';

const RULES = { banAfter: 3, banSeconds: 30, anonymousPerMinute: 4 };
const SETTINGS = {
  BAN_AFTER_REJECTIONS: String(RULES.banAfter),
  BAN_SECONDS: String(RULES.banSeconds),
  ANONYMOUS_PER_MINUTE: String(RULES.anonymousPerMinute),
};
/** A customer with two keys, and one with another. */
const CUSTOMERS = [
  { limits: { perMinute: 3, perDay: 9 }, keyCount: 2 },
  { limits: { perMinute: 2, perDay: 5 }, keyCount: 1 },
];
const KEY_COUNT = 3;

type Step =
  | { readonly send: number; readonly isOfAccount: boolean; readonly times: number }
  | { readonly sendFrom: string; readonly times: number }
  | { readonly passMs: number }
  /** Just before, at or after the time at which something ends. */
  | { readonly passToEdge: number; readonly byMs: number }
  | { readonly setBySeconds: number }
  | { readonly write: true }
  | { readonly stopAndStart: 'stop' | 'kill'; readonly setBySeconds: number }
  | { readonly setLimitsOf: number; readonly perMinute: number; readonly perDay: number }
  | { readonly unban: number }
  | { readonly rotate: number };

const PAUSES_MS = [400, 1_000, 5_001, 22_000, 61_000, 3_601_000, 43_300_000];
const SET_BY_SECONDS = [-90_000, -3_600, -40, -1, 1, 40, 3_600, 90_000];

function makeStep({ below, number, pick, oneOf }: Random): Step {
  const times = () => 1 + below(5);
  return oneOf<Step>([
    [60, () => ({ send: below(KEY_COUNT), isOfAccount: number() < 0.3, times: times() })],
    [5, () => ({ sendFrom: `192.0.2.${below(2)}`, times: times() })],
    [8, () => ({ passMs: pick(PAUSES_MS) })],
    [14, () => ({ passToEdge: below(4), byMs: pick([-1, 0, 1, 1_000]) })],
    [3, () => ({ setBySeconds: pick(SET_BY_SECONDS) })],
    [5, () => ({ write: true })],
    [
      2,
      () => ({
        stopAndStart: pick(['stop', 'kill']),
        setBySeconds: pick([0, 0, 7, 70, ...SET_BY_SECONDS]),
      }),
    ],
    [2, () => ({ setLimitsOf: below(KEY_COUNT), perMinute: 1 + below(5), perDay: 1 + below(12) })],
    [1, () => ({ unban: below(KEY_COUNT) })],
    [1, () => ({ rotate: below(KEY_COUNT) })],
  ]);
}

const database = await open(t, await createDatabase());
const keyStore = keysOf(database.client);

async function begin() {
  const time = createModelTime();
  const model = createLimitsModel(time, RULES);
  const keys: { id: bigint; key: string }[] = [];
  for (const { limits, keyCount } of CUSTOMERS) {
    model.addCustomer(limits, keyCount);
    const customer = { name: 'A', plan: 'enterprise', limits };
    const first = await createCustomer(keyStore, customer, { scopes: contract.scopes });
    keys.push(first);
    for (let i = 1; i < keyCount; i += 1) {
      keys.push(await createKey(keyStore, first.customerId, { scopes: contract.scopes }));
    }
  }
  let app: FastifyInstance;
  let work = createManualWork();
  const start = async () => {
    work = createManualWork();
    const { background } = work;
    const { clock } = time;
    return buildApp(service, testConfig(SETTINGS), database, { clock, background });
  };
  app = await start();

  async function send(path: string, options: { key?: string; from?: string }): Promise<Seen> {
    const { key, from } = options;
    const { headers, statusCode, payload } = await app.inject({
      url: `/v1${path}`,
      ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
      ...(from !== undefined && { remoteAddress: from }),
    });
    const retryAfter = headers['retry-after'];
    return {
      code: statusCode === 200 ? undefined : JSON.parse(payload).code,
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
      limit: Number(headers['x-ratelimit-limit']),
      remaining: Number(headers['x-ratelimit-remaining']),
      reset: Number(headers['x-ratelimit-reset']),
      left: String(headers.ratelimit),
    };
  }

  const keyOf = (number: number) => keys[number] as { id: bigint; key: string };
  async function write() {
    await work.tick();
    model.write();
    model.remove();
  }

  /** Time passes. What has changed is written within a second. */
  async function pass(ms: number) {
    if (ms <= 1_000) return time.pass(ms);
    time.pass(1_000);
    await write();
    time.pass(ms - 1_000);
  }

  /** A change of a key takes effect within a second. */
  const waitForChange = () => pass(1_000);

  async function take(step: Step) {
    if ('send' in step) {
      const { send: number, isOfAccount, times } = step;
      const path = isOfAccount ? '/account' : '/widgets?limit=1';
      for (let i = 0; i < times; i += 1) {
        const found = await send(path, { key: keyOf(number).key });
        deepStrictEqual(found, model.send(number, isOfAccount));
      }
    } else if ('sendFrom' in step) {
      for (let i = 0; i < step.times; i += 1) {
        const found = await send('/widgets', { from: step.sendFrom });
        deepStrictEqual(found, model.sendAnonymously(step.sendFrom));
      }
    } else if ('passMs' in step) {
      await pass(step.passMs);
    } else if ('passToEdge' in step) {
      const edges = model.edgesMs();
      const atMs = edges[step.passToEdge % edges.length];
      if (atMs !== undefined) await pass(Math.max(0, atMs + step.byMs - time.monotonicMs()));
    } else if ('setLimitsOf' in step) {
      const { setLimitsOf: number, ...limits } = step;
      await setPlan(keyStore, keyOf(number).id, 'enterprise', limits);
      model.setLimits(number, limits);
      await waitForChange();
    } else if ('unban' in step) {
      await unbanKey(keyStore, keyOf(step.unban).id);
      model.unban(step.unban);
      await waitForChange();
    } else if ('rotate' in step) {
      keys[step.rotate] = await rotateKey(keyStore, keyOf(step.rotate).id, 0);
      model.rotate(step.rotate);
    } else if ('write' in step) {
      await write();
    } else if ('stopAndStart' in step) {
      if (step.stopAndStart === 'kill') work.kill();
      else model.write();
      await app.close();
      time.pass(1_000);
      time.set(step.setBySeconds);
      time.begin();
      model.restart();
      app = await start();
    } else {
      // What was counted before is stored by then.
      await pass(1_001);
      time.set(step.setBySeconds);
      // Days are stored by the time of day. Within a second, all that are known are stored anew.
      await pass(1_001);
    }
  }

  return { take, close: () => app.close() };
}

t.test('limits and bans are those of a simple model', (t) =>
  followModel(t, { runs: 8, stepsPerRun: 120, makeStep, begin }),
);
