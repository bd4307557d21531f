// The rules of limits and bans once more, as simply as they can be said: two windows, and a rule.

import { MAX_DIFFERENCE_SECONDS } from '../../../src/platform/async/clock.ts';
import type { Limits } from '../../../src/platform/keys/index.ts';
import type { ModelTime } from '../../support/model-time.ts';

const DAY_SECONDS = 86_400;
const RESERVE: Limits = { perMinute: 10, perDay: 100 };
/** A 429 that comes later than this after the first of its key is late. */
const LATE_MS = 5_000;

interface Window {
  readonly name: 'minute' | 'day';
  readonly seconds: number;
  openedAt: number;
  used: number;
}

interface Windows {
  readonly minute: Window;
  readonly day: Window;
}

/** A day as it is stored, by the time of day. */
interface StoredDay {
  readonly openedAt: number;
  readonly used: number;
}

/** The windows of a plan or of a reserve. */
interface Account {
  readonly windows: Windows;
  stored: StoredDay | undefined;
}

interface Customer {
  limits: Limits;
  readonly plan: Account;
  readonly reserve: Account;
  /** Whether this process has had a request of it. */
  isKnown: boolean;
}

interface Key {
  readonly customer: Customer;
  rejections: { beganAtMs: number; endsAt: number; late: number } | undefined;
  /** By the time of day. */
  ban: { at: number; until: number } | undefined;
}

export interface Rules {
  readonly banAfter: number;
  readonly banSeconds: number;
  readonly anonymousPerMinute: number;
}

/** What a caller sees. */
export interface Seen {
  readonly code: string | undefined;
  readonly retryAfter: number | undefined;
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly left: string;
}

const newWindows = (): Windows => ({
  minute: { name: 'minute', seconds: 60, openedAt: 0, used: 0 },
  day: { name: 'day', seconds: DAY_SECONDS, openedAt: 0, used: 0 },
});
const newAccount = (): Account => ({ windows: newWindows(), stored: undefined });

export type LimitsModel = ReturnType<typeof createLimitsModel>;

export function createLimitsModel(time: ModelTime, rules: Rules) {
  const customers: Customer[] = [];
  const keys: Key[] = [];
  let addresses = new Map<string, Windows>();

  /** A window is over after its length, and its first request opens it. */
  function refresh(window: Window) {
    const now = time.nowSeconds();
    if (now >= window.openedAt + window.seconds) window.used = 0;
    // A clock that was set back between two processes may have left it in the future.
    if (window.used === 0 || window.openedAt > now) window.openedAt = now;
  }

  function hasRoom({ minute, day }: Windows, limits: Limits): boolean {
    refresh(minute);
    refresh(day);
    return minute.used < limits.perMinute && day.used < limits.perDay;
  }

  function shown({ minute, day }: Windows, limits: Limits) {
    return [
      [minute, limits.perMinute] as const,
      ...(Number.isFinite(limits.perDay) ? [[day, limits.perDay] as const] : []),
    ].map(([window, limit]) => ({
      name: window.name,
      limit,
      remaining: Math.max(0, limit - window.used),
      endsAt: window.openedAt + window.seconds,
    }));
  }

  function seen(windows: ReturnType<typeof shown>, code?: string): Seen {
    const least = Math.min(...windows.map(({ remaining }) => remaining));
    const scarcest = windows.filter(({ remaining }) => remaining === least);
    const latest = Math.max(...scarcest.map(({ endsAt }) => endsAt));
    const one = scarcest.find(({ endsAt }) => endsAt === latest);
    if (!one) throw new Error('There is a window.');
    const wait = (endsAt: number) => Math.max(1, endsAt - time.nowSeconds());
    return {
      code,
      retryAfter: code === undefined || code === 'api_key_missing' ? undefined : wait(one.endsAt),
      limit: one.limit,
      remaining: one.remaining,
      reset: one.endsAt + time.aheadSeconds(),
      left: windows
        .map(({ name, remaining, endsAt }) => `"${name}";r=${remaining};t=${wait(endsAt)}`)
        .join(', '),
    };
  }

  /** A process reads what is stored with the first request of a customer. */
  function know(customer: Customer) {
    if (customer.isKnown) return;
    customer.isKnown = true;
    for (const { windows, stored } of [customer.plan, customer.reserve]) {
      if (!stored || stored.openedAt <= time.wallSeconds() - DAY_SECONDS) continue;
      windows.day.openedAt = stored.openedAt - time.aheadSeconds();
      windows.day.used = stored.used;
    }
  }

  /** Whether the day of an account, as this process knows it, replaces the stored one. */
  function replacesStored({
    windows: { day },
    stored = { openedAt: 0, used: 0 },
  }: Account): boolean {
    const now = time.wallSeconds();
    // It was stored by a clock that has been set back since.
    if (stored.openedAt > now + MAX_DIFFERENCE_SECONDS) return true;
    const isOver = stored.openedAt <= now - DAY_SECONDS;
    return day.used > 0 && (isOver || day.used >= stored.used);
  }

  /** @returns how many of a key's rejections were late in its minute */
  function reject(key: Key, endsAt: number): number {
    const now = time.nowSeconds();
    if (!key.rejections || now >= key.rejections.endsAt) {
      key.rejections = { beganAtMs: time.monotonicMs(), endsAt: now + 60, late: 0 };
    }
    const { rejections } = key;
    rejections.endsAt = Math.min(rejections.endsAt, endsAt);
    if (time.monotonicMs() - rejections.beganAtMs > LATE_MS) rejections.late += 1;
    return rejections.late;
  }

  function ban(key: Key) {
    const at = time.wallSeconds();
    const last = key.ban && at - key.ban.at < DAY_SECONDS ? key.ban.until - key.ban.at : 0;
    key.ban = { at, until: at + Math.min(DAY_SECONDS, Math.max(rules.banSeconds, 2 * last)) };
    key.rejections = undefined;
  }

  function isBanned({ ban }: Key): boolean {
    return ban !== undefined && ban.until * 1_000 > time.wallMs();
  }

  return {
    addCustomer(limits: Limits, keyCount: number) {
      const plan = newAccount();
      const reserve = newAccount();
      const customer: Customer = { limits, plan, reserve, isKnown: false };
      customers.push(customer);
      for (let i = 0; i < keyCount; i += 1) {
        keys.push({ customer, rejections: undefined, ban: undefined });
      }
    },

    send(keyNumber: number, isOfAccount: boolean): Seen {
      const key = keys[keyNumber] as Key;
      const { customer } = key;
      know(customer);
      const isPlanFull = !hasRoom(customer.plan.windows, customer.limits);
      const isInReserve = isOfAccount && isPlanFull;
      const [account, limits] = isInReserve
        ? ([customer.reserve, RESERVE] as const)
        : ([customer.plan, customer.limits] as const);
      const { windows } = account;
      const isFull = !hasRoom(windows, limits);
      if (isBanned(key)) {
        const endsAt = (key.ban?.until ?? 0) - time.aheadSeconds();
        const none = shown(windows, limits).map((one) => ({ ...one, remaining: 0, endsAt }));
        return seen(none, 'api_key_banned');
      }
      if (!isFull) {
        windows.minute.used += 1;
        windows.day.used += 1;
        return seen(shown(windows, limits));
      }
      const rejected = seen(shown(windows, limits), 'rate_limit_exceeded');
      const late = reject(key, time.nowSeconds() + (rejected.retryAfter ?? 0));
      if (late >= Math.max(rules.banAfter, customer.limits.perMinute + 1)) ban(key);
      return rejected;
    },

    sendAnonymously(address: string): Seen {
      const windows = addresses.get(address) ?? newWindows();
      addresses.set(address, windows);
      const limits = { perMinute: rules.anonymousPerMinute, perDay: Number.POSITIVE_INFINITY };
      if (!hasRoom(windows, limits)) return seen(shown(windows, limits), 'rate_limit_exceeded');
      windows.minute.used += 1;
      return seen(shown(windows, limits), 'api_key_missing');
    },

    setLimits(keyNumber: number, limits: Limits) {
      (keys[keyNumber] as Key).customer.limits = limits;
    },

    unban(keyNumber: number) {
      (keys[keyNumber] as Key).ban = undefined;
    },

    /** The successor of a key has its ban, and rejections of its own. */
    rotate(keyNumber: number) {
      const { customer, ban: inherited } = keys[keyNumber] as Key;
      keys[keyNumber] = { customer, ban: inherited, rejections: undefined };
    },

    /** What this process knows of days is stored. */
    write() {
      for (const { isKnown, plan, reserve } of customers) {
        for (const account of isKnown ? [plan, reserve] : []) {
          const { day } = account.windows;
          refresh(day);
          const openedAt = day.openedAt + time.aheadSeconds();
          if (replacesStored(account)) account.stored = { openedAt, used: day.used };
        }
      }
    },

    /** Stored days that are over are removed. */
    remove() {
      for (const account of customers.flatMap(({ plan, reserve }) => [plan, reserve])) {
        const openedAt = account.stored?.openedAt ?? 0;
        if (openedAt <= time.wallSeconds() - DAY_SECONDS) account.stored = undefined;
      }
    },

    /** Another process begins, which knows what is stored. */
    restart() {
      for (const customer of customers) {
        customer.isKnown = false;
        for (const account of [customer.plan, customer.reserve]) {
          account.windows.minute.used = 0;
          account.windows.day.used = 0;
        }
      }
      for (const key of keys) key.rejections = undefined;
      addresses = new Map();
    },

    /** The times at which something ends, or becomes late, in monotonic milliseconds. */
    edgesMs(): number[] {
      const all = customers.flatMap(({ plan, reserve }) => [plan.windows, reserve.windows]);
      const ends = [...all, ...addresses.values()].flatMap(({ minute, day }) =>
        [minute, day].map(({ openedAt, seconds }) => (openedAt + seconds) * 1_000),
      );
      const ofKeys = keys.flatMap(({ rejections, ban: { until } = { until: 0 } }) => [
        (rejections?.beganAtMs ?? 0) + LATE_MS,
        (rejections?.endsAt ?? 0) * 1_000,
        (until - time.aheadSeconds()) * 1_000,
      ]);
      const future = [...ends, ...ofKeys].filter((atMs) => atMs > time.monotonicMs());
      return [...new Set(future)].sort((one, other) => one - other);
    },
  };
}
