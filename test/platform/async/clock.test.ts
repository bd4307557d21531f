// The clock of a process: the time of day, and the time that only passes.

import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import t from 'tap';
import { createClock, createOffset, createWallAhead } from '../../../src/platform/async/clock.ts';
import { until } from '../../support/until.ts';

/** A machine on which a test lets time pass, sets the time of day, and sleeps. */
function createMachine() {
  const machine = { wall: 1_000_000.4, awake: 500.25, boot: 7_000 };
  const clock = createClock({
    wallMs: () => Math.floor(machine.wall),
    awakeMs: () => machine.awake,
    sinceBootMs: () => Math.floor(machine.boot / 10) * 10,
  });
  const beganAtMs = clock.monotonicMs();
  return {
    pass(ms: number) {
      machine.awake += ms;
      machine.wall += ms;
      machine.boot += ms;
    },
    set(byMs: number) {
      machine.wall += byMs;
    },
    suspend(ms: number) {
      machine.wall += ms;
      machine.boot += ms;
    },
    exactlyPassedMs: () => clock.monotonicMs() - beganAtMs,
    passedMs: () => Math.round((clock.monotonicMs() - beganAtMs) / 100) * 100,
    wallMs: clock.wallMs,
  };
}

t.test('setting the time of day moves the monotonic time neither forward nor back', async (t) => {
  const { pass, set, passedMs, wallMs } = createMachine();
  pass(300);
  t.equal(passedMs(), 300);
  for (const byMs of [3_600_000, -7_200_000, 900, -86_400_000]) {
    set(byMs);
    t.equal(passedMs(), 300);
  }
  pass(700);
  t.equal(passedMs(), 1_000);
  t.equal(wallMs(), 1_001_000 + 3_600_000 - 7_200_000 + 900 - 86_400_000);
});

t.test('the time in which the machine was suspended has passed', async (t) => {
  const { pass, set, suspend, passedMs } = createMachine();
  pass(300);
  suspend(60_000);
  t.equal(passedMs(), 60_300);
  set(-60_000);
  t.equal(passedMs(), 60_300, 'also after the time of day is corrected');
  suspend(3_600_000);
  pass(700);
  t.equal(passedMs(), 3_661_000);
  set(5_000);
  t.equal(passedMs(), 3_661_000);
});

t.test('a jump of more than a second is one', async (t) => {
  const { set, suspend, passedMs } = createMachine();
  suspend(900);
  t.equal(passedMs(), 0, 'the clocks may only be rounded');
  suspend(1_300);
  t.equal(passedMs(), 2_200);
  set(2_000);
  t.equal(passedMs(), 2_200);
});

t.test('clocks of different precision move no time', async (t) => {
  const { pass, exactlyPassedMs } = createMachine();
  for (let i = 1; i <= 400; i += 1) {
    pass(7.25);
    t.equal(exactlyPassedMs(), i * 7.25);
  }
});

t.test('the time of day is whole seconds ahead, until it is set', async (t) => {
  const times = { wallMs: 5_000, monotonicMs: 5_000 };
  const ahead = createWallAhead({
    wallMs: () => times.wallMs,
    monotonicMs: () => times.monotonicMs,
  });
  t.equal(ahead(), 0);
  // Read one after the other, and rounded otherwise.
  for (const byMs of [400, -900, 500 + 590]) {
    times.wallMs += byMs;
    t.equal(ahead(), 0);
  }
  times.wallMs += 3_000;
  t.equal(ahead(), 4, 'set by 3.59 s in all');
  times.monotonicMs += 10_000;
  times.wallMs += 10_000;
  t.equal(ahead(), 4);
  t.equal(ahead(times.monotonicMs + 1_000), 3, 'ahead of the time that it is given');
});

t.test('the clock of this machine passes, beginning with the time of day', async (t) => {
  const { wallMs, monotonicMs } = createClock();
  t.ok(Math.abs(wallMs() - monotonicMs()) < 1_000);
  const beganAtMs = monotonicMs();
  await until(() => monotonicMs() > beganAtMs + 50);
});

t.test('the clock of this machine knows how long it was suspended', async (t) => {
  const { monotonicMs } = createClock();
  const beganAtMs = monotonicMs();
  const { now } = performance;
  const { uptime } = os;
  t.teardown(() => {
    os.uptime = uptime;
    performance.now = now;
    syncBuiltinESMExports();
  });
  // An hour in which the processor stood still, of which the time of day knows half.
  os.uptime = () => uptime() + 1_800;
  performance.now = () => now.call(performance) - 1_800_000;
  syncBuiltinESMExports();
  t.equal(Math.round((monotonicMs() - beganAtMs) / 60_000), 30);
});

t.test('an offset stays as it is until one of the clocks is set', async (t) => {
  const offset = createOffset(600);
  for (const [measuredMs, seconds] of [
    [0, 0],
    [-599, 0],
    [600, 0],
    [601, 1],
    [499, 1],
    [1_500, 1],
    [399, 0],
    [-3_600_001, -3_600],
    [-3_600_600, -3_600],
  ] as const) {
    t.equal(offset(measuredMs), seconds, `${measuredMs} ms`);
  }
});
