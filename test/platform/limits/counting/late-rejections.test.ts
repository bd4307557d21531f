// The rule of late rejections: one table of cases, against memory and against Redis.

import t, { type Test } from 'tap';
import {
  APPLY_RULE_LUA,
  createLateRejections,
  leadsToBan,
} from '../../../../src/platform/limits/counting/late-rejections.ts';
import { NEEDS_REDIS, type RedisServer, startRedis } from '../../../support/redis.ts';

/** A rejection, and how many late ones its key has had then. */
interface Step {
  /** Since the first rejection. */
  readonly atMs: number;
  /** The key, if it is not the first one. */
  readonly key?: 2;
  /** When the exceeded window ends, since the first rejection; by default after the minute. */
  readonly resetsAtSeconds?: number;
  /** Whether the key was banned before, which forgets its rejections. */
  readonly isForgotten?: true;
  readonly late: number;
}

const CASES: Readonly<Record<string, readonly Step[]>> = {
  'a rejection is late if it is over 5 s after the first': [
    { atMs: 0, late: 0 },
    { atMs: 5_000, late: 0 },
    { atMs: 5_001, late: 1 },
    { atMs: 30_000, late: 2 },
    { atMs: 30_000, late: 3 },
  ],
  'each key has a minute of its own': [
    { atMs: 0, late: 0 },
    { atMs: 6_000, late: 1 },
    { atMs: 6_000, key: 2, late: 0 },
    { atMs: 11_000, key: 2, late: 0 },
    { atMs: 11_001, key: 2, late: 1 },
    { atMs: 11_001, late: 2 },
  ],
  'a minute ends after 60 s': [
    { atMs: 0, late: 0 },
    { atMs: 59_999, late: 1 },
    { atMs: 60_000, late: 0 },
    { atMs: 65_000, late: 0 },
    { atMs: 65_001, late: 1 },
    { atMs: 119_999, late: 2 },
    { atMs: 120_000, late: 0 },
  ],
  'a minute ends with the exceeded window': [
    { atMs: 0, resetsAtSeconds: 10, late: 0 },
    { atMs: 9_999, resetsAtSeconds: 10, late: 1 },
    { atMs: 10_000, late: 0 },
    { atMs: 15_001, late: 1 },
  ],
  'of several windows, a minute ends with the first': [
    { atMs: 0, resetsAtSeconds: 86_400, late: 0 },
    { atMs: 6_000, resetsAtSeconds: 20, late: 1 },
    { atMs: 7_000, resetsAtSeconds: 86_400, late: 2 },
    { atMs: 19_999, late: 3 },
    { atMs: 20_000, late: 0 },
  ],
  'when the clock is set back, another minute begins': [
    { atMs: 0, late: 0 },
    { atMs: 6_000, late: 1 },
    { atMs: -3_600_000, late: 0 },
    { atMs: -3_594_999, late: 1 },
  ],
  'after a ban, another minute begins': [
    { atMs: 0, late: 0 },
    { atMs: 6_000, late: 1 },
    { atMs: 7_000, isForgotten: true, late: 0 },
    { atMs: 12_001, late: 1 },
  ],
};

const START_MS = 1_790_000_000_000;

/** Where the rule is applied. */
interface Place {
  add(apiKeyId: bigint, nowMs: number, resetsAtSeconds: number): number | Promise<number>;
  forget(apiKeyId: bigint): unknown;
}

/** Applies the rule as the script does, in Redis, whose clock cannot be moved, to given values. */
function openRule({ client }: RedisServer): Place {
  const script = `${APPLY_RULE_LUA}
    local values = cjson.decode(ARGV[1])
    apply_rule(values)
    return cjson.encode(values)`;
  const minutes = new Map<bigint, object>();
  return {
    async add(apiKeyId, nowMs, resetsAtSeconds) {
      const kept = minutes.get(apiKeyId) ?? { beganAtMs: 0, endsAtSeconds: 0, late: 0 };
      const rejection = { nowMs, nowSeconds: Math.floor(nowMs / 1_000), resetsAtSeconds };
      const values = await client.eval(script, 0, JSON.stringify({ ...kept, ...rejection }));
      const { beganAtMs, endsAtSeconds, late } = JSON.parse(String(values));
      minutes.set(apiKeyId, { beganAtMs, endsAtSeconds, late });
      return late;
    },
    forget: (apiKeyId) => minutes.delete(apiKeyId),
  };
}

async function check(t: Test, { add, forget }: Place, steps: readonly Step[], name: string) {
  for (const { atMs, key = 1, resetsAtSeconds = 86_400, isForgotten, late } of steps) {
    if (isForgotten) forget(BigInt(key));
    const found = await add(BigInt(key), START_MS + atMs, START_MS / 1_000 + resetsAtSeconds);
    t.equal(found, late, `${name}: ${atMs} ms`);
  }
}

t.test('in memory', async (t) => {
  for (const [name, steps] of Object.entries(CASES)) {
    await check(t, createLateRejections(), steps, name);
  }
});

t.test('in Redis', NEEDS_REDIS, async (t) => {
  const redis = await startRedis(t);
  for (const [name, steps] of Object.entries(CASES)) await check(t, openRule(redis), steps, name);
});

t.test('a sweep forgets minutes that are over, and no other', async (t) => {
  const { add, sweep } = createLateRejections();
  const startSeconds = START_MS / 1_000;
  const reject = (atMs: number) => add(1n, START_MS + atMs, startSeconds + 86_400);
  t.equal(reject(0), 0);
  sweep(startSeconds + 59);
  t.equal(reject(6_000), 1);
  sweep(startSeconds + 60);
  // As if it were within that minute.
  t.equal(reject(7_000), 0);
});

t.test('more late rejections than the limit per minute ban, and no fewer than given', async (t) => {
  for (const [late, perMinute, banAfter, expected] of [
    [60, 60, 10, false],
    [61, 60, 10, true],
    [9, 3, 10, false],
    [10, 3, 10, true],
  ] as const) {
    t.equal(leadsToBan(late, perMinute, banAfter), expected, `${late} of ${perMinute}`);
  }
});
