import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type Call, createCallers } from '../testbed/callers.ts';
import { compare } from '../testbed/compare.ts';
import { isFailed, judge, type Report } from './judge.ts';
import type { Fault, Stage } from './stage.ts';

const CALLERS = { writers: 6, readers: 4, pauseMs: 40 };
/** How many requests are served before the fault, and for how long none fails until it is over. */
const CALLS_BEFORE = 40;
const QUIET_MS = 1_500;
const POLL_MS = 20;
const MAX_HEALING_MS = 60_000;

/** Lets customers call the service while a fault begins, holds and ends. */
export async function observe(
  name: string,
  fault: Fault,
  { url, key, origins, log }: Stage,
  seconds: number,
): Promise<Report> {
  const calls: Call[] = [];
  const callers = createCallers({ ...CALLERS, key, onCall: (call) => calls.push(call) });
  const over = new AbortController();
  const calling = callers.run(origins, over.signal);
  log.begin();
  while (calls.length < CALLS_BEFORE) await wait(POLL_MS);

  const injectedMs = performance.now();
  try {
    await fault.inject(callers);
    await wait(seconds * 1_000);
  } finally {
    await inTime(fault.heal(callers));
  }
  const healedMs = performance.now();
  await untilQuiet(calls, healedMs + fault.expected.maxRecoveryMs + QUIET_MS);
  over.abort();
  await calling;
  // Repeats the creates that have no response yet, so that they count too.
  await callers.run(origins);

  const { acknowledged, figures } = callers;
  const found = { ...(await compare(url(), acknowledged)), ...figures };
  const times = { injectedMs, healedMs };
  return judge(name, fault.expected, calls, times, {
    found,
    logLines: log.busiestSecond(),
    errors: log.errors(),
  });
}

/** @throws when servers do not come back, which would otherwise be waited for for ever */
async function inTime(healing: Promise<unknown>) {
  const late = wait(MAX_HEALING_MS, undefined, { ref: false }).then(() => {
    throw new Error('The fault does not end.');
  });
  await Promise.race([healing, late]);
}

/** Waits until no request has failed for a while. */
async function untilQuiet(calls: readonly Call[], latestMs: number) {
  let quietSinceMs = performance.now();
  let seen = calls.length;
  while (performance.now() < Math.min(latestMs, quietSinceMs + QUIET_MS)) {
    await wait(POLL_MS);
    if (calls.slice(seen).some(isFailed)) quietSinceMs = performance.now();
    seen = calls.length;
  }
}
