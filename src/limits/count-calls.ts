import { ReplyError } from 'ioredis';
import { type CallerId, type Count, describeCount, type Usage } from './counters.ts';
import type { Limits } from './plans.ts';
import { type CallerReply, type CountReply, isOfKey } from './redis-commands.ts';
import { INEXACT_SECONDS } from './redis-scripts.ts';
import { ageOf, currentSeconds, type Window } from './window.ts';

/** Requests of a caller that are counted together, in their order. */
export interface CallerRequests {
  readonly id: CallerId;
  readonly limits: Limits;
  /** What this process knew of the caller before them. */
  readonly known: Usage<Window> | undefined;
  readonly requests: CountRequest[];
}

export interface CountRequest {
  /** Whose rejections are counted; `PEEK` if nothing is. */
  readonly apiKeyId: number;
  resolve(count: Count): void;
  reject(error: Error): void;
}

/** For a caller that this process knows nothing of. */
const NOTHING_KNOWN = [0, 0, 0, 0];

/** Describes requests of several callers as the script takes them. */
export function describeCall(callers: readonly CallerRequests[], banAfter: number): string {
  return JSON.stringify([banAfter, ...callers.map(describeCaller)]);
}

function describeCaller({ limits, known, requests }: CallerRequests): number[] {
  return [
    ...[limits.perMinute, dayOf(limits)],
    ...(known ? describeKnown(known) : NOTHING_KNOWN),
    ...requests.map(({ apiKeyId }) => apiKeyId),
  ];
}

/**
 * Settles the requests of a call by the reply of the script.
 *
 * @param keys those of the callers
 */
export function settleCall(
  callers: readonly CallerRequests[],
  keys: readonly string[],
  [redisSeconds, ...replies]: CountReply,
) {
  const shift = secondsAhead(redisSeconds);
  for (const [i, caller] of callers.entries()) {
    // There is one for each caller.
    const reply = replies[i] as CallerReply;
    if (typeof reply === 'string') failCaller(caller, errorOf(reply, keys[i]));
    else settleCaller(caller, reply, redisSeconds + shift, shift);
  }
}

function errorOf(message: string, key: string | undefined): Error {
  return new ReplyError(isOfKey(message) ? `${message} (${key})` : message);
}

/** Fails all requests of a caller. */
export function failCaller({ requests }: CallerRequests, error: Error) {
  for (const { reject } of requests) reject(error);
}

function settleCaller(
  { limits, requests }: CallerRequests,
  [minuteOpened, dayOpened, ...numbers]: readonly [number, number, ...number[]],
  nowSeconds: number,
  shift: number,
) {
  for (const [i, { resolve }] of requests.entries()) {
    // Three for each request.
    const [minuteUsed, dayUsed, rejections] = numbers.slice(3 * i, 3 * i + 3) as [
      number,
      number,
      number,
    ];
    const usage = {
      minute: { openedAtSeconds: minuteOpened + shift, used: minuteUsed },
      day: { openedAtSeconds: dayOpened + shift, used: dayUsed },
    };
    resolve(describeCount(usage, limits, nowSeconds, rejections));
  }
}

/**
 * How far this clock is ahead of that of Redis, by which responses would otherwise disagree with their
 * `Date` and with bans; 0 for what may be rounding and the time that the response took.
 */
function secondsAhead(redisSeconds: number): number {
  const seconds = currentSeconds() - redisSeconds;
  return Math.abs(seconds) > INEXACT_SECONDS ? seconds : 0;
}

/** Ages rather than times, since the clock of Redis may differ from this one. */
function describeKnown({ minute, day }: Usage<Window>): number[] {
  return [ageOf(minute), minute.used, ageOf(day), day.used];
}

/** The limit per day as the script takes it: 0 for callers that have none. */
function dayOf({ perDay }: Limits): number {
  return Number.isFinite(perDay) ? perDay : 0;
}
