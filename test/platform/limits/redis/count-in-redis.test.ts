// Counting for one caller by the replies of Redis, which the test makes: what is sent again, and how
// the windows of the instance go on.

import { pino } from 'pino';
import t from 'tap';
import type { CountedCaller } from '../../../../src/platform/limits/counting/counters.ts';
import { createMemoryCounters } from '../../../../src/platform/limits/counting/memory-counters.ts';
import { createCountInRedis } from '../../../../src/platform/limits/redis/count-in-redis.ts';
import { CHECK } from '../../../../src/platform/limits/redis/merging.ts';
import { createOutage } from '../../../../src/platform/limits/redis/outage.ts';
import type { Command, Reply } from '../../../../src/platform/limits/redis/script.ts';
import { createClock } from '../../../support/clock.ts';
import { customer } from '../../../support/counters.ts';

const LIMITS = { perMinute: 60, perDay: 1_000 };

/** Opens an instance with a stopped clock, and a Redis that replies what it is told to. */
function open() {
  const clock = createClock();
  clock.stop(Math.floor(clock.wallMs() / 1_000) * 1_000);
  const local = createMemoryCounters(clock);
  const lines: string[] = [];
  const write = (line: string) => lines.push(JSON.parse(line)['error.message']);
  const outage = createOutage(pino({}, { write }), 'node');
  const commands: Command[] = [];
  const replies: ((command: Command) => Reply)[] = [];
  const times: [redisMs: number, sentAtMs: number][] = [];
  const count = createCountInRedis({
    clock,
    onTime: (...time) => times.push(time),
    async sendCommand({ command }) {
      commands.push(command);
      const reply = replies.shift();
      if (!reply) throw new Error('there is no reply');
      return reply(command);
    },
    namespace: 'shop',
    local,
    outage,
  });

  /** A reply that has counted the request as the first, by a clock that is behind this one. */
  function counted(
    { admitted = 1, admittedHere = 1, agoSeconds = 0 } = {},
    behindMs = 0,
  ): (command: Command) => Reply {
    const nowMs = clock.monotonicMs() - behindMs;
    const openedAtSeconds = Math.floor(nowMs / 1_000) - agoSeconds;
    const window = { openedAtSeconds, admitted, admittedHere, receipt: 'r' };
    const windows = { minute: window, day: window };
    return ({ amount }) => {
      return {
        kind: 'counted',
        nowMs,
        admitted: amount,
        lateRejections: 0,
        ...windows,
        isOfReserve: false,
      };
    };
  }
  return { clock, local, outage, commands, replies, times, lines, count, counted };
}

/** A customer, of whom one request is counted. */
const request = (id: number) => ({ caller: customer(id, LIMITS), amount: 1 }) as const;

t.test('up to two seconds between the clocks are rounding, more is a difference', async (t) => {
  for (const [behindMs, shiftSeconds] of [
    [0, 0],
    [1_000, 0],
    [2_000, 0],
    [2_001, 2],
    [5_000, 5],
    [-2_000, 0],
    [-3_000, -3],
  ] as const) {
    const { replies, count, counted, clock, local } = open();
    replies.push(counted({}, behindMs));
    const state = await count(request(1));
    const redisSeconds = Math.floor((clock.monotonicMs() - behindMs) / 1_000);
    const seconds = Number(state?.nowSeconds) - local.now().wallAheadSeconds;
    t.equal(seconds - redisSeconds, shiftSeconds, `${behindMs} ms`);
    t.equal(state?.windows[0].secondsToReset, 60);
  }
});

t.test('what was counted here goes on in a window, and not into the next one', async (t) => {
  for (const [laterSeconds, remaining] of [
    [0, 60 - 4],
    [30, 60 - 4],
    [31, 60 - 1],
  ] as const) {
    const { clock, local, replies, count, counted, commands } = open();
    for (let i = 0; i < 3; i += 1) local.count(customer(1, LIMITS));
    clock.move(40);
    // Redis has counted this request alone, in a window of its own.
    replies.push(counted({ agoSeconds: 40 - laterSeconds }));
    const state = await count(request(1));
    t.equal(state?.windows[0].remaining, remaining, `${laterSeconds} s later`);
    t.match(commands, [{ minute: { admittedHere: 3, ageSeconds: 40, sharedAtSeconds: 0 } }]);
  }
});

t.test('in a window that another instance has begun, nothing was counted here', async (t) => {
  const { clock, local, replies, count, counted, commands } = open();
  local.count(customer(1, LIMITS));
  clock.move(40);
  for (let i = 0; i < 2; i += 1) replies.push(counted({ admitted: 7, admittedHere: 0 }));
  for (let i = 0; i < 2; i += 1) await count({ caller: customer(1, LIMITS), amount: 0 });
  t.match(commands, [{ minute: { admittedHere: 1 } }, { minute: { admittedHere: 0 } }]);
});

t.test('a caller is behind until Redis knows all that was counted here', async (t) => {
  const { local, replies, outage, count, counted } = open();
  const caller = customer(1, LIMITS);
  outage.noteFailure(caller, new Error('down'));
  for (let i = 0; i < 2; i += 1) local.count(caller);
  replies.push(counted());
  await count({ caller, amount: 0 });
  t.strictSame(outage.callers(), [caller], 'it knows one of two');
  t.notOk(outage.isCountedHere(caller));
  replies.push(counted({ admitted: 2, admittedHere: 2 }));
  await count({ caller, amount: 0 });
  t.strictSame(outage.callers(), []);
});

t.test('a command that was not counted is sent again once, by the time of Redis', async (t) => {
  const { clock, replies, commands, count, counted, lines, outage } = open();
  const nowMs = clock.monotonicMs() - 3_600_000;
  const notCounted = (): Reply => ({ kind: 'notCounted', nowMs });
  replies.push(notCounted, counted({}, 3_600_000));
  t.match(await count(request(1)), { isRejected: false });
  t.strictSame(
    commands.splice(0).map(({ sentAtMs }) => sentAtMs),
    [clock.monotonicMs(), nowMs],
  );
  // From then on the time is known.
  replies.push(counted({ admitted: 2, admittedHere: 2 }, 3_600_000));
  await count(request(1));
  t.strictSame(
    commands.splice(0).map(({ sentAtMs }) => sentAtMs),
    [nowMs],
  );
  replies.push(notCounted, notCounted);
  t.equal(await count(request(1)), undefined);
  t.equal(commands.length, 2, 'and no third time');
  t.match(lines, [/^The clock of Redis was set twice/]);
  t.ok(outage.isCountedHere(request(1).caller));
});

t.test('the time of Redis is told with each check, and with nothing else', async (t) => {
  const { clock, replies, count, counted, times } = open();
  replies.push(counted({}, 1_000));
  await count(request(1));
  t.strictSame(times, []);
  replies.push(counted({}, 1_000));
  await count({ caller: CHECK, amount: 0 });
  t.strictSame(times, [[clock.monotonicMs() - 1_000, clock.monotonicMs()]]);
});

t.test('a command says what it is about', async (t) => {
  const { replies, commands, count, counted } = open();
  const anonymous: CountedCaller = {
    kind: 'address',
    id: '192.0.2.1',
    limits: { perMinute: 60, perDay: Number.POSITIVE_INFINITY },
  };
  replies.push(counted(), counted());
  await count({ caller: anonymous, amount: 1 });
  await count({ caller: customer(1, LIMITS, 9), amount: 0, forgetsRejections: true });
  t.match(commands, [
    { amount: 1, apiKeyId: '', minute: { limit: 60 }, day: { limit: 0 } },
    { amount: 0, apiKeyId: '9', forgetsRejections: true, day: { limit: 1_000 } },
  ]);
  for (const command of commands) t.notOk(command.reserve);
});
