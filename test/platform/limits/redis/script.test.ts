// The script that counts, in a real Redis by a clock that the test sets: where windows begin and
// end, what an instance tells, and what is kept for how long.

import t, { type Test } from 'tap';
import {
  type Command,
  type Counted,
  countScript,
  type Reply,
} from '../../../../src/platform/limits/redis/script.ts';
import { NEEDS_REDIS, startRedis } from '../../../support/redis.ts';

const KEY = 'shop:limits:{7}';
const START_SECONDS = 1_790_000_000;
const DAY_SECONDS = 86_400;

type Window = Command['minute'];

/** A window of which the instance has counted nothing, unless something is given. */
const window = (given: Partial<Window> = {}): Window => ({
  limit: 1_000,
  ageSeconds: 0,
  sharedAtSeconds: 0,
  admittedHere: 0,
  receipt: '',
  ...given,
});

/** Runs the script for one caller. Each test begins with an empty Redis. */
async function openScript(t: Test) {
  const { client } = await startRedis(t);
  client.defineCommand('countRequests', {
    lua: countScript("cjson.decode(redis.call('GET', 'clock'))"),
  });
  let nowSeconds = START_SECONDS;
  let micros = 0;

  async function setClock(seconds: number, microseconds = 0) {
    nowSeconds = seconds;
    micros = microseconds;
    await client.set('clock', JSON.stringify([seconds, microseconds]));
  }

  async function run(given: Partial<Command> = {}, instance = 'a'): Promise<Reply> {
    const command: Command = {
      amount: 1,
      sentAtMs: nowSeconds * 1_000 + Math.floor(micros / 1_000),
      apiKeyId: '7',
      minute: window(),
      day: window(),
      ...given,
    };
    const [reply] = await client.countRequests(1, KEY, instance, '0', JSON.stringify(command));
    return JSON.parse(String(reply));
  }

  return {
    client,
    run,
    setClock,
    /** Lets time pass. */
    pass: (seconds: number) => setClock(nowSeconds + seconds),
    async count(given: Partial<Command> = {}, instance = 'a'): Promise<Counted> {
      const reply = await run(given, instance);
      if (reply.kind !== 'counted') throw new Error('it is not counted');
      return reply;
    },
    /** A Redis that has nothing. */
    async begin() {
      await client.flushall();
      await setClock(START_SECONDS);
    },
    /** A Redis that has a window of the instance `a`, which began some seconds ago. */
    async beginWith(name: 'minute' | 'day', agoSeconds: number, admitted: number) {
      await client.flushall();
      await setClock(START_SECONDS);
      for (let i = 0; i < admitted; i += 1) await run({}, 'a');
      await client.hincrby(KEY, `${name}:opened`, -agoSeconds);
      return START_SECONDS - agoSeconds;
    },
    ttl: async () => Number(await client.ttl(KEY)),
    kept: (field: string) => client.hget(KEY, field),
  };
}

t.test('the script', NEEDS_REDIS, async (t) => {
  const script = await openScript(t);
  const { client, run, count, setClock, pass, begin, beginWith, ttl, kept } = script;

  t.test('a command counts for a second, before and after, by the millisecond', async (t) => {
    await begin();
    await setClock(START_SECONDS, 999_999);
    const nowMs = START_SECONDS * 1_000 + 999;
    for (const byMs of [-1_001, 1_001]) {
      t.strictSame(await run({ sentAtMs: nowMs + byMs }), { kind: 'notCounted', nowMs });
    }
    t.equal(await client.exists(KEY), 0, 'nothing is done');
    for (const byMs of [-1_000, 1_000]) {
      t.match(await run({ sentAtMs: nowMs + byMs }), { kind: 'counted', nowMs, admitted: 1 });
    }
    t.equal(await kept('day:used'), '2');
  });

  t.test('a window lasts its time, from its first request', async (t) => {
    for (const [name, seconds] of [
      ['minute', 60],
      ['day', DAY_SECONDS],
    ] as const) {
      await begin();
      await count();
      await pass(seconds - 1);
      t.match((await count({}, 'b'))[name], { openedAtSeconds: START_SECONDS, admitted: 2 });
      await pass(1);
      const next = { openedAtSeconds: START_SECONDS + seconds, admitted: 1, admittedHere: 1 };
      t.match((await count({}, 'b'))[name], next, name);
    }
  });

  t.test('a request is counted while both windows have room, and a look never', async (t) => {
    for (const name of ['minute', 'day'] as const) {
      await begin();
      const limits = { [name]: window({ limit: 2 }) };
      const admitted = [];
      for (let i = 0; i < 3; i += 1) admitted.push((await count(limits)).admitted);
      t.strictSame(admitted, [1, 1, 0], name);
      t.match(await count({ ...limits, amount: 0 }), { admitted: 0, lateRejections: 0 });
      t.equal(await kept('minute:used'), '2');
    }
    await begin();
    const isAdmitted = (await count({ day: window({ limit: 0 }), apiKeyId: '' })).admitted === 1;
    t.ok(isAdmitted, 'a day without a limit is never full');
  });

  t.test('a hash is kept as long as its last window, and longer never less long', async (t) => {
    await begin();
    await count({ day: window({ limit: 0 }) });
    t.equal(await ttl(), 60, 'that of an address as long as its minute');
    await begin();
    await count();
    t.equal(await ttl(), DAY_SECONDS);
    await pass(DAY_SECONDS - 5);
    await client.expire(KEY, 5);
    await count({}, 'b');
    t.equal(await ttl(), 60, 'a minute that ends after its day');
    await client.expire(KEY, 500);
    await count({}, 'b');
    t.equal(await ttl(), 500);

    await beginWith('minute', 40, 1);
    await client.hincrby(KEY, 'day:opened', 30 - DAY_SECONDS);
    await client.expire(KEY, 20);
    await count({ minute: window({ limit: 1 }) });
    t.equal(await ttl(), 60, 'a rejection is kept for a minute');

    await begin();
    const reserve = { isUsable: true, minute: window(), day: window() };
    await count({ minute: window({ limit: 0 }), reserve });
    for (const name of ['minute', 'day']) {
      await client.hincrby(KEY, `reserve-${name}:opened`, -80_000);
    }
    await client.expire(KEY, 5);
    const day = window({ ageSeconds: 80_000, admittedHere: 1 });
    await count({ reserve: { ...reserve, day } });
    t.equal(await ttl(), DAY_SECONDS, 'a reserve that ends before its plan');
  });

  t.test('Redis learns of a window from the instance that has counted in it', async (t) => {
    for (const [name, seconds] of [
      ['minute', 60],
      ['day', DAY_SECONDS],
    ] as const) {
      for (const [endsInSeconds, expected] of [
        [3, { openedAtSeconds: START_SECONDS + 3 - seconds, admitted: 6, admittedHere: 6 }],
        // Two clocks that count whole seconds may disagree about these.
        [2, { openedAtSeconds: START_SECONDS, admitted: 1, admittedHere: 1 }],
      ] as const) {
        await begin();
        const told = window({ ageSeconds: seconds - endsInSeconds, admittedHere: 5 });
        t.match((await count({ [name]: told }))[name], expected, `${name}, ${endsInSeconds} s`);
      }
    }
  });

  t.test('a window of an instance follows one that is over', async (t) => {
    await beginWith('minute', 70, 3);
    const { minute } = await count({ minute: window({ ageSeconds: 5, admittedHere: 5 }) }, 'b');
    t.match(minute, { openedAtSeconds: START_SECONDS - 5, admitted: 6 });
  });

  t.test('it adds once what it has missed, and the window began with the first', async (t) => {
    for (const [ageSeconds, admittedHere, openedAgoSeconds, admitted] of [
      // It knows all: nothing is added or moved.
      [13, 3, 10, 4],
      [11, 5, 10, 6],
      [12, 5, 10, 6],
      [13, 5, 13, 6],
      [7, 5, 10, 6],
    ] as const) {
      await beginWith('minute', 10, 3);
      const { minute } = await count({ minute: window({ ageSeconds, admittedHere }) });
      const openedAtSeconds = START_SECONDS - openedAgoSeconds;
      const name = `${admittedHere} of ${ageSeconds} s`;
      t.match(minute, { openedAtSeconds, admitted, admittedHere: admitted }, name);
    }
  });

  t.test('a window whose clock was set keeps the age that its instance knows', async (t) => {
    for (const [ageSeconds, openedAgoSeconds] of [
      [7, 7],
      [8, 10],
      [10, 10],
      [12, 10],
      [13, 13],
      [50, 50],
    ] as const) {
      const sharedAtSeconds = await beginWith('minute', 10, 3);
      const told = { ageSeconds, sharedAtSeconds, admittedHere: 3 };
      const { minute } = await count({ minute: window(told) });
      const openedAtSeconds = START_SECONDS - openedAgoSeconds;
      t.match(minute, { openedAtSeconds, admitted: 4 }, `${ageSeconds} s`);
    }
    const sharedAtSeconds = await beginWith('minute', 10, 3);
    const silent = window({ ageSeconds: 20, sharedAtSeconds });
    const { minute } = await count({ minute: silent }, 'b');
    t.match(minute, { openedAtSeconds: sharedAtSeconds }, 'not of one that has counted nothing');
  });

  t.test('a window from the future begins now, with what is counted in it', async (t) => {
    await beginWith('minute', -1, 3);
    t.match((await count({}, 'b')).minute, { openedAtSeconds: START_SECONDS, admitted: 4 });
  });

  t.test('a new minute forgets the last, and who was silent for a minute', async (t) => {
    await begin();
    const none = { minute: window({ limit: 0 }) };
    const counted = window({ admittedHere: 1 });
    await count({ reserve: { isUsable: false, minute: counted, day: counted } }, 'b');
    await count({}, 'a');
    for (const [minute, isKept] of [
      [2, 1],
      [3, 0],
    ] as const) {
      await pass(60);
      await count({}, 'a');
      t.equal(await client.hexists(KEY, 'minute:b'), 0);
      t.equal(await client.hexists(KEY, 'day:b'), isKept, `in the minute ${minute}`);
      t.equal(await client.hexists(KEY, 'day:a'), 1);
    }
    t.equal(await client.hexists(KEY, 'reserve-minute:b'), 1, 'the reserve has minutes of its own');
    await count(none, 'a');
    t.match(await kept('day:turn'), / 3$/, 'which are counted');

    // More than fit on the stack of Lua.
    const shares = Array.from({ length: 8_500 }, (_, i) => [`day:${i}`, '1 1 0'] as const);
    await client.hset(KEY, Object.fromEntries(shares));
    await pass(60);
    await count({}, 'a');
    const names = await client.hkeys(KEY);
    t.strictSame(
      names.filter((name) => /^day:\d+$/.test(name)),
      [],
    );
  });

  t.test('a day that begins within a minute counts its minutes anew', async (t) => {
    await begin();
    await count();
    await pass(DAY_SECONDS - 10);
    await count();
    const [before] = String(await kept('day:turn')).split(' ');
    await setClock(START_SECONDS + DAY_SECONDS, 123_456);
    const { day } = await count({}, 'b');
    const id = ((START_SECONDS + DAY_SECONDS) * 1_000_000 + 123_456).toString(16);
    t.not(before, id);
    t.equal(await kept('day:turn'), `${id} 0`);
    t.equal(day.receipt, `${id} 1 0 0`);
    t.equal(await client.hexists(KEY, 'day:a'), 0, 'it has nothing of the day before');
  });

  t.test('what a share has counted that has left or is lost is said by its receipt', async (t) => {
    for (const [receipt, missed] of [
      // It was sent in the minute 3 or 4 of 5.
      ['abc 7 3 2', 10 - 7],
      ['abc 7 4 2', 10 - 2],
      ['def 7 3 2', 10],
      ['', 10],
    ] as const) {
      await begin();
      await client.hset(KEY, {
        'day:opened': START_SECONDS - 600,
        'day:used': 100,
        'day:turn': 'abc 5',
        'minute:opened': START_SECONDS,
        'minute:used': 1,
      });
      const day = window({ ageSeconds: 600, admittedHere: 10, receipt });
      const reply = await count({ day });
      const counted = 10 - missed;
      t.match(reply.day, { admitted: 100 + missed + 1, receipt: `abc 11 5 ${counted}` }, receipt);
      t.equal(reply.minute.receipt, '');
    }
  });

  t.test('the reserve counts where the plan is full, and is told what was counted', async (t) => {
    const reserve = (isUsable: boolean, minute = 0, day = 0) => ({
      isUsable,
      minute: window({ limit: 10, admittedHere: minute }),
      day: window({ limit: 100, admittedHere: day }),
    });
    for (const [isFull, given, expected] of [
      [false, reserve(true), { admitted: 1, isOfReserve: false, reserve: undefined }],
      [true, reserve(false), { admitted: 0, isOfReserve: false, reserve: undefined }],
      [true, reserve(true), { admitted: 1, isOfReserve: true, reserve: { day: { admitted: 1 } } }],
      [
        false,
        reserve(true, 0, 1),
        { admitted: 1, isOfReserve: false, reserve: { day: { admitted: 1 } } },
      ],
      [
        true,
        reserve(false, 1, 0),
        { admitted: 0, isOfReserve: false, reserve: { minute: { admitted: 1 } } },
      ],
    ] as const) {
      await begin();
      const minute = window({ limit: isFull ? 0 : 1 });
      const reply = await count({ minute, reserve: given });
      t.match(reply, expected);
      t.equal(reply.minute.admitted, isFull ? 0 : 1, 'each counts in one of them');
    }
  });

  t.test('a minute of rejections ends with the later end of what is full', async (t) => {
    for (const [minuteEnds, dayEnds, full, ends] of [
      [20, 1_000, ['minute'], 20],
      [20, 30, ['day'], 30],
      [20, 30, ['minute', 'day'], 30],
      [30, 20, ['minute', 'day'], 30],
      [50, 30, ['day'], 30],
      [30, 1_000, ['day'], 60],
    ] as const) {
      await beginWith('minute', 60 - minuteEnds, 1);
      await client.hincrby(KEY, 'day:opened', dayEnds - DAY_SECONDS);
      const limits = Object.fromEntries(full.map((name) => [name, window({ limit: 1 })]));
      t.match(await count(limits), { admitted: 0, lateRejections: 0 });
      const rejected = `${START_SECONDS * 1_000} ${START_SECONDS + ends} 0`;
      t.equal(await kept('rejected:7'), rejected, `${minuteEnds}, ${dayEnds}, ${full}`);
    }
    await count({ minute: window({ limit: 1 }), apiKeyId: '' });
    t.equal(await client.hexists(KEY, 'rejected:'), 0, 'addresses have none');
    await count({ amount: 0, forgetsRejections: true });
    t.equal(await kept('rejected:7'), null);
  });
});
