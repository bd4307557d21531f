// What a client promises of its requests, whatever a server does: how many there are, when they are
// sent and repeated, and how each call ends.

import assert from 'node:assert/strict';

const MAX_ATTEMPTS = 4;
const MAX_WAIT_SECONDS = 240;
/** A plan can be raised and a ban lifted: during a pause one call is sent in each minute. */
const ASK_MS = 60_000;
/** How far apart calls are sent that have waited for a limit. */
const APART_MS = 5;
/** For sums of fractions. */
const INEXACT_MS = 0.001;
const TEMPORARY = [408, 500, 502, 503, 504];

export interface Reply {
  /** 0 for none. */
  readonly status: number;
  readonly code: string;
  readonly retryAfter?: number | undefined;
  /** What is left of the limit, if the response says so, and in how many seconds it resets. */
  readonly left?: { readonly remaining: number; readonly seconds: number } | undefined;
}

export interface CallKind {
  /** Whether it can be repeated when nobody knows what has become of it. */
  readonly canRepeat: boolean;
  readonly hasReserve: boolean;
}

interface Pause {
  readonly untilMs: number;
  askMs: number;
}

interface Group {
  pause: Pause | undefined;
  /** When the last pause ended, or something of the group was sent or answered last. */
  lastMs: number;
  lastSentMs: number;
}

interface Call extends CallKind {
  readonly rank: number;
  readonly group: Group;
  idempotencyKey: string | null | undefined;
  failures: number;
  rejections: number;
  deadlineMs?: number;
  state:
    | { kind: 'begun' | 'ended' }
    | { kind: 'sent'; known: Pause | undefined }
    | { kind: 'answered'; reply: Reply }
    | { kind: 'waiting'; isForLimit: boolean }
    | { kind: 'retrying'; dueMs: number; reply: Reply };
}

export interface Outcome {
  /** That of the error; undefined for a success. */
  readonly status: number | undefined;
  readonly isAbort: boolean;
}

export type ClientModel = ReturnType<typeof createClientModel>;

/** @param random the random number that spreads waits */
export function createClientModel(now: () => number, maxInFlight: number, random: number) {
  const calls: Call[] = [];
  const newGroup = (): Group => ({ pause: undefined, lastMs: 0, lastSentMs: 0 });
  const groups = { plan: newGroup(), reserve: newGroup() };
  const callOf = (rank: number) => calls[rank] as Call;
  const inFlight = () => calls.filter(({ state }) => state.kind === 'sent').length;
  const waitingIn = (group: Group) =>
    calls.filter((call) => call.group === group && call.state.kind === 'waiting');

  /** Up to a quarter longer than what was asked for, but for what would be too long. */
  function spreadMs(seconds: number): number {
    const most = Math.min(0.25, Math.max(0, MAX_WAIT_SECONDS / seconds - 1));
    return 1_000 * (1 + random * most);
  }

  function deadlineOf(call: Call): number {
    call.deadlineMs ??= now() + MAX_WAIT_SECONDS * 1_000;
    return call.deadlineMs;
  }

  /** The later end counts, unless who was sent during the pause tells otherwise. */
  function stop(group: Group, seconds: number, known: Pause | undefined) {
    if (!(seconds > 0)) return;
    const ms = spreadMs(seconds);
    const told = { untilMs: now() + seconds * ms, askMs: now() + (ASK_MS / 1_000) * ms };
    const { pause } = group;
    const isLate = pause !== undefined && pause !== known;
    group.pause = isLate && pause.untilMs > told.untilMs ? { ...pause } : told;
    for (const call of waitingIn(group)) deadlineOf(call);
  }

  function endPauseThatIsOver(group: Group) {
    if (!group.pause || group.pause.untilMs > now() + INEXACT_MS) return;
    group.lastMs = Math.max(group.lastMs, group.pause.untilMs);
    group.pause = undefined;
  }

  /** Another request can be sent, of either group. */
  function freeSlot() {
    for (const group of Object.values(groups)) group.lastMs = now();
  }

  /** A call goes on, or begins to wait, when its retry is due. */
  function expectDue({ state }: Call) {
    if (state.kind !== 'retrying') return;
    assert.ok(Math.abs(now() - state.dueMs) < INEXACT_MS, `a retry at ${now() - state.dueMs} ms`);
  }

  function expectAllowed(call: Call) {
    const { group } = call;
    endPauseThatIsOver(group);
    const { pause } = group;
    if (pause) {
      const earlyMs = Math.min(pause.askMs, pause.untilMs) - now();
      assert.ok(earlyMs < INEXACT_MS, `sent ${earlyMs} ms before the pause is over`);
      pause.askMs = now() + ASK_MS;
    }
    const waiting = waitingIn(group).filter((other) => other !== call);
    if (call.state.kind !== 'waiting') {
      assert.equal(waiting.length, 0, 'nobody overtakes those that wait');
      return;
    }
    assert.ok(
      waiting.every(({ rank }) => rank > call.rank),
      'those that wait go on in their order',
    );
    if (!call.state.isForLimit) return;
    assert.ok(now() - group.lastSentMs >= APART_MS - INEXACT_MS, 'one after the other');
    group.lastSentMs = now();
    const lateMs = now() - group.lastMs - APART_MS;
    assert.ok(pause || lateMs < INEXACT_MS, `sent ${lateMs} ms later than it could be`);
  }

  return {
    begin(kind: CallKind): number {
      const group = kind.hasReserve ? groups.reserve : groups.plan;
      const rank = calls.length;
      const none = { idempotencyKey: undefined, failures: 0, rejections: 0 };
      calls.push({ ...kind, ...none, rank, group, state: { kind: 'begun' } });
      return rank;
    },

    send(rank: number, idempotencyKey: string | null) {
      const call = callOf(rank);
      const { group, state } = call;
      const mayBeSent = state.kind !== 'sent' && state.kind !== 'ended';
      assert.ok(mayBeSent, `nothing is sent for a call that is ${state.kind}`);
      expectDue(call);
      expectAllowed(call);
      const isSame = call.idempotencyKey === undefined || call.idempotencyKey === idempotencyKey;
      assert.ok(isSame, 'each attempt has the same key');
      const isUsed = calls.some((one) => one !== call && one.idempotencyKey === idempotencyKey);
      assert.ok(idempotencyKey === null || !isUsed, 'each call has a key of its own');
      call.idempotencyKey = idempotencyKey;
      call.state = { kind: 'sent', known: group.pause };
      group.lastMs = now();
      assert.ok(inFlight() <= maxInFlight, `${inFlight()} requests in flight`);
    },

    /** The client has read a response, or has lost it. */
    answer(rank: number, reply: Reply) {
      const call = callOf(rank);
      const { group, state } = call;
      assert.equal(state.kind, 'sent');
      const known = state.kind === 'sent' ? state.known : undefined;
      endPauseThatIsOver(group);
      freeSlot();
      call.state = { kind: 'answered', reply };
      const { status, retryAfter, left } = reply;
      if (left && left.remaining > 0 && group.pause === known) group.pause = undefined;
      if (left?.remaining === 0 && status !== 429 && !call.hasReserve) {
        stop(group, left.seconds, known);
      }
      if (status !== 429) return;
      stop(group, retryAfter || 2 ** call.rejections, known);
      call.rejections += 1;
      deadlineOf(call);
    },

    wait(rank: number, reason: 'limit' | 'retry' | 'requests in flight') {
      const call = callOf(rank);
      endPauseThatIsOver(call.group);
      expectDue(call);
      if (reason !== 'retry') {
        const { pause } = call.group;
        if (pause) assert.ok(pause.untilMs <= deadlineOf(call) + INEXACT_MS, 'it is too long');
        const isFull = inFlight() >= maxInFlight;
        assert.ok(pause || isFull || waitingIn(call.group).length > 0, 'it has to wait');
        call.state = { kind: 'waiting', isForLimit: reason === 'limit' };
        return;
      }
      assert.equal(call.state.kind, 'answered');
      if (call.state.kind !== 'answered') return;
      const { reply } = call.state;
      call.failures += 1;
      const isTemporary = TEMPORARY.includes(reply.status) || reply.status === 0;
      const isRepeated = isTemporary || reply.code === 'idempotency_key_in_use';
      assert.ok(call.canRepeat && isRepeated, `it is not repeated after ${reply.status}`);
      assert.ok(call.failures < MAX_ATTEMPTS, `${call.failures} failures`);
      const dueMs = retryAt(call, reply);
      assert.ok(dueMs <= deadlineOf(call) + INEXACT_MS, 'it is too long');
      call.state = { kind: 'retrying', dueMs, reply };
    },

    end(rank: number, { status, isAbort }: Outcome) {
      const call = callOf(rank);
      const { state, group } = call;
      call.state = { kind: 'ended' };
      if (isAbort) return freeSlot();
      const replied =
        state.kind === 'answered' || state.kind === 'retrying' ? state.reply : undefined;
      if (status === undefined) {
        assert.ok(replied && replied.status >= 200 && replied.status < 300, 'it has a response');
        return;
      }
      if (status === 429) {
        const untilMs = group.pause?.untilMs ?? 0;
        assert.ok(untilMs > deadlineOf(call) - INEXACT_MS, 'it could have waited');
        return;
      }
      assert.equal(status, replied?.status);
      if (!replied || state.kind !== 'answered') return;
      const isTemporary =
        TEMPORARY.includes(status) || status === 0 || replied.code === 'idempotency_key_in_use';
      if (!call.canRepeat || !isTemporary) return;
      call.failures += 1;
      const isTooLong = () => retryAt(call, replied) > deadlineOf(call) - INEXACT_MS;
      assert.ok(call.failures >= MAX_ATTEMPTS || isTooLong(), 'it could have been repeated');
    },

    /** @throws unless all calls have ended */
    expectEnd() {
      const open = calls.filter(({ state }) => state.kind !== 'ended');
      assert.deepEqual(
        open.map(({ rank, state }) => `${rank} is ${state.kind}`),
        [],
      );
    },
  };

  function retryAt({ failures }: Call, { retryAfter }: Reply): number {
    const seconds = retryAfter || 2 ** (failures - 1);
    return now() + seconds * spreadMs(seconds);
  }
}
