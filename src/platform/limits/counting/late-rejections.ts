// The rule of late rejections: which 429s of a key are late, and how many of them ban it. Where
// instances share Redis, its script counts them, since that must be one step there. So the rule is
// written once, as steps and formulas, which memory applies and the script contains as Lua.

import { WINDOW_SECONDS } from './windows.ts';

/** How long requests that were sent before the first 429 can take to arrive. */
const LATE_AFTER_MS = 5_000;

/** The minute of a key's rejections. Its first 429 begins it. */
interface Minute {
  beganAtMs: number;
  endsAtSeconds: number;
  /** How many rejections were more than LATE_AFTER_MS after the first. */
  late: number;
}

/** A rejection, and the minute that was kept before it; once the rule is applied, that after it. */
interface Values extends Minute {
  readonly nowMs: number;
  /** The same time in whole seconds. */
  readonly nowSeconds: number;
  /** When the exceeded window ends. */
  readonly resetsAtSeconds: number;
}

/** A number or a condition, the same in both languages. */
interface Formula<Value> {
  /** Of the fields of a table `values`. */
  readonly lua: string;
  readonly of: (values: Values) => Value;
}

/** A change of the values, the same in both languages. */
interface Step {
  readonly lua: string;
  readonly apply: (values: Values) => void;
}

const number = (value: number): Formula<number> => ({ lua: String(value), of: () => value });

const get = <Name extends keyof Values>(name: Name): Formula<Values[Name]> => ({
  lua: `values.${name}`,
  of: (values) => values[name],
});

const set = (name: keyof Minute, formula: Formula<number>): Step => ({
  lua: `values.${name} = ${formula.lua}`,
  apply(values) {
    values[name] = formula.of(values);
  },
});

const when = (condition: Formula<boolean>, ...steps: readonly Step[]): Step => ({
  lua: ['if', condition.lua, 'then', ...steps.map(({ lua }) => lua), 'end'].join(' '),
  apply(values) {
    if (condition.of(values)) for (const step of steps) step.apply(values);
  },
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
  (one, other) => `${one} + ${other}`,
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

/**
 * The rule, from top to bottom. A minute ends after 60 seconds, or as soon as one of its rejections
 * may be tried again, so that a client which waits for Retry-After has at most one rejection in
 * each. A minute of the future is over, too: the clock was set back since.
 */
const RULE: readonly Step[] = [
  when(
    either(
      isAtMost(get('endsAtSeconds'), get('nowSeconds')),
      isLess(get('nowMs'), get('beganAtMs')),
    ),
    set('beganAtMs', get('nowMs')),
    set('endsAtSeconds', sum(get('nowSeconds'), number(WINDOW_SECONDS.minute))),
    set('late', number(0)),
  ),
  set('endsAtSeconds', least(get('endsAtSeconds'), get('resetsAtSeconds'))),
  when(
    isLess(sum(get('beganAtMs'), number(LATE_AFTER_MS)), get('nowMs')),
    set('late', sum(get('late'), number(1))),
  ),
];

/** The rule as a function in Lua, which changes the table that it is given. */
export const APPLY_RULE_LUA = `local function apply_rule(values)
  ${RULE.map(({ lua }) => lua).join('\n  ')}
end`;

/** What is kept of a key without rejections: a minute that is over. */
const NONE: Readonly<Minute> = { beganAtMs: 0, endsAtSeconds: 0, late: 0 };

/** Counts the late rejections of each API key, by the monotonic time. */
export function createLateRejections() {
  const minutes = new Map<bigint, Readonly<Minute>>();

  /**
   * Adds a rejection.
   *
   * @param resetsAtSeconds when the exceeded window ends
   * @returns how many late rejections the key has had in this minute
   */
  function add(apiKeyId: bigint, nowMs: number, resetsAtSeconds: number): number {
    const kept = minutes.get(apiKeyId) ?? NONE;
    const nowSeconds = Math.floor(nowMs / 1_000);
    const values: Values = { ...kept, nowMs, nowSeconds, resetsAtSeconds };
    for (const step of RULE) step.apply(values);
    const { beganAtMs, endsAtSeconds, late } = values;
    minutes.set(apiKeyId, { beganAtMs, endsAtSeconds, late });
    return late;
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
