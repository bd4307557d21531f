// The rule of late rejections: which 429s of a key are late, and how many of them ban it. Where
// instances share Redis, its script counts them, since that must be one step there. So the rule is
// written once, as formulas, which memory evaluates and the script contains as Lua.

import { WINDOW_SECONDS } from './windows.ts';

/** How long requests that were sent before the first 429 can take to arrive. */
export const LATE_AFTER_MS = 5_000;

/** The minute of a key's rejections. Its first 429 begins it. */
interface Minute {
  readonly beganAtMs: number;
  readonly endsAtSeconds: number;
  /** How many rejections were more than LATE_AFTER_MS after the first. */
  readonly late: number;
}

/** What is known of a rejection: the minute that was kept before it, and then the one after it. */
interface Values extends Minute {
  readonly nowMs: number;
  /** The same time in whole seconds. */
  readonly nowSeconds: number;
  /** When the exceeded window ends. */
  readonly resetsAtSeconds: number;
  /** Whether the rejection begins another minute. */
  readonly isOver?: boolean;
  readonly isLate?: boolean;
  /** How many late rejections the key has had in this minute; 0 if this one is not late. */
  readonly lateRejections?: number;
}

/** The same in both languages. */
interface Formula<Value> {
  /** Of the fields of a table `values`. */
  readonly lua: string;
  readonly of: (values: Values) => Value;
}

const number = (value: number): Formula<number> => ({ lua: String(value), of: () => value });

/** A value that is given, or that a formula before has set. */
const get = <Name extends keyof Values>(name: Name) => ({
  lua: `values.${name}`,
  of: (values: Values) => values[name] as Required<Values>[Name],
});

/** A formula of two others. */
function combine<Operand, Value>(
  lua: (one: string, other: string) => string,
  of: (one: Operand, other: Operand) => Value,
) {
  return (one: Formula<Operand>, other: Formula<Operand>): Formula<Value> => ({
    lua: lua(one.lua, other.lua),
    of: (values) => of(one.of(values), other.of(values)),
  });
}

const sum = combine<number, number>(
  (one, other) => `(${one} + ${other})`,
  (one, other) => one + other,
);
const least = combine<number, number>(
  (one, other) => `math.min(${one}, ${other})`,
  (one, other) => Math.min(one, other),
);
const isLess = combine<number, boolean>(
  (one, other) => `${one} < ${other}`,
  (one, other) => one < other,
);
const isAtMost = combine<number, boolean>(
  (one, other) => `${one} <= ${other}`,
  (one, other) => one <= other,
);
const either = combine<boolean, boolean>(
  (one, other) => `${one} or ${other}`,
  (one, other) => one || other,
);

function choose(
  condition: Formula<boolean>,
  one: Formula<number>,
  other: Formula<number>,
): Formula<number> {
  return {
    // To Lua, every number is true.
    lua: `(${condition.lua} and ${one.lua} or ${other.lua})`,
    of: (values) => (condition.of(values) ? one.of(values) : other.of(values)),
  };
}

/**
 * The rule, from top to bottom. A minute ends after 60 seconds, or as soon as one of its rejections
 * may be tried again, so that a client which waits for Retry-After has at most one rejection in each.
 * A minute of the future is over, too: the clock was set back since.
 */
const RULE: Partial<Record<keyof Values, Formula<number | boolean>>> = {
  isOver: either(
    isAtMost(get('endsAtSeconds'), get('nowSeconds')),
    isLess(get('nowMs'), get('beganAtMs')),
  ),
  beganAtMs: choose(get('isOver'), get('nowMs'), get('beganAtMs')),
  endsAtSeconds: least(
    choose(
      get('isOver'),
      sum(get('nowSeconds'), number(WINDOW_SECONDS.minute)),
      get('endsAtSeconds'),
    ),
    get('resetsAtSeconds'),
  ),
  isLate: isLess(sum(get('beganAtMs'), number(LATE_AFTER_MS)), get('nowMs')),
  late: sum(
    choose(get('isOver'), number(0), get('late')),
    choose(get('isLate'), number(1), number(0)),
  ),
  lateRejections: choose(get('isLate'), get('late'), number(0)),
};
const STEPS = Object.entries(RULE);

/** Applies the rule to the values of a rejection. */
function applyRule(values: Values): Required<Values> {
  const applied: Record<string, number | boolean> = { ...values };
  for (const [name, { of }] of STEPS) applied[name] = of(applied as unknown as Values);
  return applied as unknown as Required<Values>;
}

/** The same as a function in Lua, which changes the table that it is given. */
export const APPLY_RULE_LUA = `local function apply_rule(values)
  ${STEPS.map(([name, { lua }]) => `values.${name} = ${lua}`).join('\n  ')}
end`;

/** What is kept of a key without rejections: a minute that is over. */
const NONE: Minute = { beganAtMs: 0, endsAtSeconds: 0, late: 0 };

/** Counts the late rejections of each API key, by the monotonic time. */
export function createLateRejections() {
  const minutes = new Map<bigint, Minute>();

  /**
   * Adds a rejection.
   *
   * @param resetsAtSeconds when the exceeded window ends
   * @returns how many late rejections the key has had in this minute; 0 if this one is not late
   */
  function add(apiKeyId: bigint, nowMs: number, resetsAtSeconds: number): number {
    const kept = minutes.get(apiKeyId) ?? NONE;
    const nowSeconds = Math.floor(nowMs / 1_000);
    const values = applyRule({ ...kept, nowMs, nowSeconds, resetsAtSeconds });
    const { beganAtMs, endsAtSeconds, late } = values;
    minutes.set(apiKeyId, { beganAtMs, endsAtSeconds, late });
    return values.lateRejections;
  }

  /** Forgets minutes that are over. */
  function sweep(nowSeconds: number) {
    for (const [apiKeyId, { endsAtSeconds }] of minutes) {
      if (endsAtSeconds <= nowSeconds) minutes.delete(apiKeyId);
    }
  }

  /** The next rejection of a key begins another minute. */
  function forget(apiKeyId: bigint) {
    minutes.delete(apiKeyId);
  }

  return { add, forget, sweep };
}

/**
 * Whether a late rejection bans its key: it has had more in this minute than its limit per minute,
 * as many separate programs can, each with its first, and at least `banAfter`. So does each further
 * one: nobody may have heard of the one before, and the limit may have been higher then.
 */
export function leadsToBan(lateRejections: number, perMinute: number, banAfter: number): boolean {
  return lateRejections >= Math.max(perMinute + 1, banAfter);
}
