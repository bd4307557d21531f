// How the windows of this instance, by its monotonic time, and those in Redis become the same.

import type { Limits } from '../../keys/index.ts';
import type { CountedCaller } from '../counting/counters.ts';
import { RESERVE_LIMITS } from '../counting/reserve.ts';
import { newWindows, WINDOW_SECONDS, type Window, type Windows } from '../counting/windows.ts';
import type { Command, RepliedWindow, RepliedWindows } from './script.ts';

/**
 * The command that tells Redis of a caller's windows. With `amount` 1 it counts a request.
 *
 * @param reserve the customer's reserve, if this instance has counted in it
 */
export function commandFor(
  caller: CountedCaller,
  windows: Windows,
  reserve: Windows | undefined,
  nowSeconds: number,
  amount: 0 | 1,
): Command {
  const localWindow = (window: Window, limit: number) => {
    const { openedAtSeconds, sharedAtSeconds, admittedHere } = window;
    return { limit, ageSeconds: nowSeconds - openedAtSeconds, sharedAtSeconds, admittedHere };
  };
  const localWindows = ({ minute, day }: Windows, { perMinute, perDay }: Limits) => ({
    minute: localWindow(minute, perMinute),
    day: localWindow(day, Number.isFinite(perDay) ? perDay : 0),
  });
  const isCustomer = caller.kind === 'customer';
  const isUsable = isCustomer && caller.hasReserve;
  return {
    amount,
    apiKeyId: isCustomer ? String(caller.apiKeyId) : '',
    ...localWindows(windows, caller.limits),
    ...((reserve || isUsable) && {
      reserve: { isUsable, ...localWindows(reserve ?? newWindows(), RESERVE_LIMITS) },
    }),
  };
}

/**
 * Continues the windows of this instance from what Redis says, and from what this instance has
 * admitted since it sent the command.
 *
 * @param shiftSeconds how far this clock is ahead of the clock of Redis
 * @param admitted how many requests the command has counted in them
 * @returns whether Redis knows all that this instance has admitted
 */
export function continueWindows(
  windows: Windows,
  { minute, day }: RepliedWindows,
  shiftSeconds: number,
  admitted: 0 | 1,
): boolean {
  const isMinuteKnown = continueWindow(windows.minute, minute, shiftSeconds, admitted);
  const isDayKnown = continueWindow(windows.day, day, shiftSeconds, admitted);
  return isMinuteKnown && isDayKnown;
}

function continueWindow(
  window: Window,
  reply: RepliedWindow,
  shiftSeconds: number,
  admitted: number,
): boolean {
  const openedAtSeconds = reply.openedAtSeconds + shiftSeconds;
  // Clocks and rounding move a window by less than this.
  const isNext = openedAtSeconds > window.openedAtSeconds + WINDOW_SECONDS.minute / 2;
  const admittedHere = isNext ? 0 : window.admittedHere + admitted;
  window.openedAtSeconds = openedAtSeconds;
  window.sharedAtSeconds = reply.openedAtSeconds;
  window.admittedHere = Math.max(admittedHere, reply.admittedHere);
  window.admitted = reply.admitted + window.admittedHere - reply.admittedHere;
  return window.admittedHere === reply.admittedHere;
}
