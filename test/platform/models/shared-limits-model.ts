// The rules of limits that instances share: a window is how many requests each instance has
// admitted. Redis has what it was told of each, and an instance what Redis has told it last, and its
// own. While Redis fails, each counts alone; afterwards it tells its own.

import type { Limits } from '../../../src/platform/keys/index.ts';

const NAMES = ['minute', 'day'] as const;
type Name = (typeof NAMES)[number];
const LENGTHS: Readonly<Record<Name, number>> = { minute: 60, day: 86_400 };
const KINDS = ['plan', 'reserve'] as const;
type Kind = (typeof KINDS)[number];
const RESERVE: Limits = { perMinute: 10, perDay: 100 };
/** A 429 that comes later than this after the first of its key is late. */
const LATE_SECONDS = 5;
/** A window that ends sooner is not told. */
const LEAST_TOLD_SECONDS = 2;

/** What Redis knows of a window. */
interface Shared {
  openedAt: number;
  /** How many requests each instance has admitted. */
  readonly by: Map<number, number>;
}

/** What an instance knows of a window. */
interface View {
  openedAt: number;
  /** How many requests the others have admitted. */
  others: number;
  own: number;
}

type Windows<Window> = Readonly<Record<Kind, Readonly<Record<Name, Window>>>>;

interface Minute {
  beganAt: number;
  endsAt: number;
  late: number;
}

/** The rejections of each key. */
type Rejections = Map<number, Minute>;

interface Instance {
  /** Another for each process. */
  readonly id: number;
  readonly views: Map<number, Windows<View>>;
  readonly rejections: Rejections;
}

export interface Sent {
  readonly customer: number;
  readonly key: number;
  readonly limits: Limits;
  readonly isOfAccount: boolean;
}

/** What a caller sees. */
export interface Seen {
  readonly isRejected: boolean;
  readonly limits: readonly number[];
  readonly remaining: readonly number[];
  readonly secondsToReset: readonly number[];
  readonly late: number;
}

function windowsOf<Window>(make: () => Window): Windows<Window> {
  const both = () => ({ minute: make(), day: make() });
  return { plan: both(), reserve: both() };
}
const newShared = (): Shared => ({ openedAt: 0, by: new Map() });
const newView = (): View => ({ openedAt: 0, others: 0, own: 0 });
const total = ({ by }: Shared) => [...by.values()].reduce((sum, count) => sum + count, 0);
const limitOf = (limits: Limits, name: Name) => (name === 'day' ? limits.perDay : limits.perMinute);

export type SharedLimitsModel = ReturnType<typeof createSharedLimitsModel>;

export function createSharedLimitsModel(now: () => number, instanceCount: number) {
  let shared = new Map<number, Windows<Shared>>();
  let sharedRejections: Rejections = new Map();
  let started = 0;
  const newInstance = (): Instance => {
    started += 1;
    return { id: started, views: new Map(), rejections: new Map() };
  };
  const instances = Array.from({ length: instanceCount }, newInstance);
  /** What Redis finds when it goes on, while it is frozen. */
  let waiting: (() => unknown)[] | undefined;
  let isDown = false;
  const instanceAt = (at: number) => instances[at] as Instance;

  function sharedOf(customer: number): Windows<Shared> {
    const known = shared.get(customer) ?? windowsOf(newShared);
    shared.set(customer, known);
    return known;
  }

  /** The windows as the instance knows them now. */
  function viewsOf({ views }: Instance, customer: number): Windows<View> {
    const known = views.get(customer) ?? windowsOf(newView);
    views.set(customer, known);
    for (const kind of KINDS) {
      for (const name of NAMES) {
        const view = known[kind][name];
        if (now() >= view.openedAt + LENGTHS[name]) Object.assign(view, { others: 0, own: 0 });
        if (view.others + view.own === 0) view.openedAt = now();
      }
    }
    return known;
  }

  /** Redis learns what an instance has admitted. */
  function tell(instance: Instance, name: Name, window: Shared, view: View) {
    if (now() >= window.openedAt + LENGTHS[name]) window.by.clear();
    const isOpenThere = now() - view.openedAt < LENGTHS[name] - LEAST_TOLD_SECONDS;
    if (isOpenThere && view.own > (window.by.get(instance.id) ?? 0)) {
      const isEarlier = view.openedAt < window.openedAt;
      if (total(window) === 0 || isEarlier) window.openedAt = view.openedAt;
      window.by.set(instance.id, view.own);
    }
    if (total(window) === 0) window.openedAt = now();
  }

  function learn(instance: Instance, window: Shared, view: View) {
    view.openedAt = window.openedAt;
    view.own = window.by.get(instance.id) ?? 0;
    view.others = total(window) - view.own;
  }

  function reject(rejections: Rejections, key: number, endsAt: number): number {
    let minute = rejections.get(key);
    if (!minute || now() >= minute.endsAt) minute = { beganAt: now(), endsAt: now() + 60, late: 0 };
    rejections.set(key, minute);
    minute.endsAt = Math.min(minute.endsAt, endsAt);
    if (now() - minute.beganAt > LATE_SECONDS) minute.late += 1;
    return minute.late;
  }

  /** Counts a request in what is known, by one of the two ways to know it. */
  function decide(
    { limits, isOfAccount, key }: Sent,
    rejections: Rejections,
    used: (kind: Kind, name: Name) => number,
    openedAt: (kind: Kind, name: Name) => number,
    admit: (kind: Kind) => void,
  ): Seen {
    const isFull = (kind: Kind) => {
      const of = kind === 'plan' ? limits : RESERVE;
      return NAMES.some((name) => used(kind, name) >= limitOf(of, name));
    };
    const kind = isOfAccount && isFull('plan') ? 'reserve' : 'plan';
    const of = kind === 'plan' ? limits : RESERVE;
    const isRejected = isFull(kind);
    if (!isRejected) admit(kind);
    const ends = NAMES.map((name) => openedAt(kind, name) + LENGTHS[name]);
    const full = ends.filter((_end, i) => {
      const name = NAMES[i] as Name;
      return used(kind, name) >= limitOf(of, name);
    });
    return {
      isRejected,
      limits: NAMES.map((name) => limitOf(of, name)),
      remaining: NAMES.map((name) => Math.max(0, limitOf(of, name) - used(kind, name))),
      secondsToReset: ends.map((end) => end - now()),
      late: isRejected ? reject(rejections, key, Math.max(...full)) : 0,
    };
  }

  function countAlone(instance: Instance, sent: Sent): Seen {
    const views = viewsOf(instance, sent.customer);
    return decide(
      sent,
      instance.rejections,
      (kind, name) => views[kind][name].others + views[kind][name].own,
      (kind, name) => views[kind][name].openedAt,
      (kind) => {
        for (const name of NAMES) views[kind][name].own += 1;
      },
    );
  }

  /**
   * What a command does in Redis. Of the reserve, it is only about what the request needs, or the
   * instance has counted.
   *
   * @returns what Redis replies to a request, and what it has replied of which windows
   */
  function countShared(instance: Instance, sent: Sent, told: Windows<View>, amount: 0 | 1) {
    const known = sharedOf(sent.customer);
    for (const name of NAMES) tell(instance, name, known.plan[name], told.plan[name]);
    const isPlanFull = NAMES.some((name) => total(known.plan[name]) >= limitOf(sent.limits, name));
    const isReserveTold = NAMES.some((name) => told.reserve[name].own > 0);
    const hasReserve = (sent.isOfAccount && isPlanFull) || isReserveTold;
    if (hasReserve) {
      for (const name of NAMES) tell(instance, name, known.reserve[name], told.reserve[name]);
    }
    const replied: readonly Kind[] = hasReserve ? KINDS : ['plan'];
    if (amount === 0) return { replied, seen: undefined };
    const seen = decide(
      sent,
      sharedRejections,
      (kind, name) => total(known[kind][name]),
      (kind, name) => known[kind][name].openedAt,
      (kind) => {
        for (const name of NAMES) {
          const { by } = known[kind][name];
          by.set(instance.id, (by.get(instance.id) ?? 0) + 1);
        }
      },
    );
    return { replied, seen };
  }

  /** Sends a command, and continues with what Redis replies. */
  function ask(instance: Instance, sent: Sent, amount: 0 | 1): Seen | undefined {
    const views = viewsOf(instance, sent.customer);
    const { replied, seen } = countShared(instance, sent, views, amount);
    const known = sharedOf(sent.customer);
    for (const kind of replied) {
      for (const name of NAMES) learn(instance, known[kind][name], views[kind][name]);
    }
    return seen;
  }

  /** The customers of whom each instance counts alone. */
  const alone = new Map<Instance, Set<number>>();

  return {
    send(at: number, sent: Sent): Seen {
      const instance = instanceAt(at);
      if (isDown) {
        const known = alone.get(instance) ?? new Set();
        alone.set(instance, known);
        if (waiting && !known.has(sent.customer)) {
          const told = structuredClone(viewsOf(instance, sent.customer));
          waiting.push(() => countShared(instance, sent, told, 1));
        }
        known.add(sent.customer);
        return countAlone(instance, sent);
      }
      // There is one for a request.
      return ask(instance, sent, 1) as Seen;
    },

    /** A ban is due: the rejections of the key are forgotten. */
    forget(at: number, { key }: Sent) {
      instanceAt(at).rejections.delete(key);
      if (!isDown) sharedRejections.delete(key);
    },

    wipe() {
      shared = new Map();
      sharedRejections = new Map();
    },

    beginOutage(how: 'frozen' | 'killed') {
      isDown = true;
      if (how === 'frozen') waiting = [];
      else this.wipe();
    },

    /** Redis goes on. No time has passed. */
    thaw() {
      for (const command of waiting ?? []) command();
      waiting = undefined;
    },

    /** All instances know what Redis knows, and it knows their own. */
    sync(customers: readonly Sent[]) {
      isDown = false;
      alone.clear();
      for (let round = 0; round < 2; round += 1) {
        for (const instance of instances) for (const sent of customers) ask(instance, sent, 0);
      }
    },

    /** Another process in its place. While Redis is available it has been told all. */
    restart(at: number) {
      instances[at] = newInstance();
    },
  };
}
