import { literalOf } from './literals.ts';
import { isRawJSON, rawJSON } from './raw-json.ts';
import {
  type Check,
  type Run,
  remember,
  type Violations,
  violation,
  within,
} from './violations.ts';

/*
 * Values that a schema says nothing about. They are returned exactly as they were sent, whatever
 * notation a number had.
 */

const NO_JSON = 'must be a JSON value';
const SURROGATE = 'must not contain an unpaired surrogate';

/** Checks that JSON has the value, and UTF-8 its strings. */
export const checkFreeForm: Check = (value, run) => {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : violation(SURROGATE);
  if (value === null || typeof value === 'boolean' || literalOf(value) !== undefined) {
    return undefined;
  }
  if (typeof value !== 'object') return violation(NO_JSON);
  if (isRawJSON(value)) return undefined;
  return remember(run, checkFreeForm, value, () => checkParts(value, run));
};

function checkParts(value: object, run: Run): Violations {
  // A value that contains itself is found here before it has been checked.
  remember<Violations>(run, checkFreeForm, value, () => violation('must not contain itself'));
  if (!Array.isArray(value) && !isPlainObject(value)) return violation(NO_JSON);
  const isList = Array.isArray(value);
  for (const [name, part] of isList ? value.entries() : Object.entries(value)) {
    if (part === undefined && !isList) continue;
    const violations = checkName(name) ?? checkFreeForm(part, run);
    if (violations) return within(name, violations);
  }
  return undefined;
}

function checkName(name: string | number): Violations {
  return typeof name === 'number' || name.isWellFormed() ? undefined : violation(SURROGATE);
}

/** Whether its own properties are all that an object holds, unlike those of a `Date` or a `Map`. */
export function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return true;
  return !isRawJSON(value) && Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * Numbers become numbers where these have the same text in JSON, integers beyond bigints, and all others
 * `JSON.rawJSON`. A value without any of the latter is returned as it is.
 */
export function readFreeForm(value: unknown): unknown {
  if (typeof value === 'number') return Object.is(value, -0) ? rawJSON('-0') : value;
  if (typeof value === 'bigint') return readNumber(String(value), value);
  if (typeof value === 'symbol') return readNumber(String(value.description), undefined);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(readFreeForm);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, readFreeForm(part)]),
  );
}

function readNumber(text: string, integer: bigint | undefined) {
  const number = Number(text);
  return String(number) === text ? number : (integer ?? rawJSON(text));
}

/** JSON of a value that was checked. */
export function writeFreeForm(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'bigint' ? rawJSON(String(part)) : part,
  );
}
