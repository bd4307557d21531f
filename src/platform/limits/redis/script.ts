// The script that counts in Redis, its commands and its replies.

import type { Result } from 'ioredis';
import { APPLY_RULE_LUA } from '../counting/late-rejections.ts';
import { WINDOW_SECONDS } from '../counting/windows.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequests(keys: number, ...keysAndArgs: string[]): Result<string[], Context>;
  }
}

/** How far two clocks that count whole seconds can disagree about an age. */
export const INEXACT_SECONDS = 2;
/**
 * How late a command may come. The ages that it names were those when it was sent: a Redis that was
 * suspended meanwhile, and took them for those of now, would prolong every window by as much. With
 * the second by which whole seconds are inexact, less than makes the script move a window.
 */
const MAX_DELAY_MS = 1_000;

/** What reads the time of Redis. */
export const TIME = "redis.call('TIME')";

/**
 * What the script does for a caller, as JSON. A day's limit of 0 means none. An apiKeyId is a text,
 * since Lua rounds numbers; it is empty without a key.
 */
export interface Command extends LocalWindows {
  /** 1 to count a request, 0 to look. */
  readonly amount: 0 | 1;
  /** When it was sent, by the clock of Redis as far as the instance knows it. */
  readonly sentAtMs: number;
  readonly apiKeyId: string;
  /** Whether the late rejections of the key are forgotten. */
  readonly forgetsRejections?: true;
  /** The customer's reserve, if the request has one, or this instance has counted in it. */
  readonly reserve?: LocalReserve;
}

interface LocalReserve extends LocalWindows {
  /** Whether the request counts in the reserve when the plan has no room. */
  readonly isUsable: boolean;
}

interface LocalWindows {
  readonly minute: LocalWindow;
  readonly day: LocalWindow;
}

/**
 * A window as this instance knows it. It has an age, since the clock of Redis may differ, or may
 * have been set since.
 */
interface LocalWindow {
  readonly limit: number;
  readonly ageSeconds: number;
  /**
   * When it was opened by the clock of Redis, as Redis has said; 0 for a window of this instance.
   */
  readonly sharedAtSeconds: number;
  readonly admittedHere: number;
  /** That of the last reply. Empty before the first, and for a minute. */
  readonly receipt: string;
}

/** What Redis replies, as JSON. */
export type Reply = Counted | NotCounted;

/** Redis has done nothing: the command has come late, or the clock of Redis is another one. */
interface NotCounted {
  readonly kind: 'notCounted';
  readonly nowMs: number;
}

export interface Counted extends RepliedWindows {
  readonly kind: 'counted';
  readonly nowMs: number;
  /** How many requests were counted: 0 or the amount. */
  readonly admitted: 0 | 1;
  readonly lateRejections: number;
  /** Absent unless the request needed the reserve, or this instance has counted in it. */
  readonly reserve?: RepliedWindows;
  /** Whether the request was counted in the reserve, or rejected by it. */
  readonly isOfReserve: boolean;
}

export interface RepliedWindows {
  readonly minute: RepliedWindow;
  readonly day: RepliedWindow;
}

/** A window as Redis knows it, by its own clock. */
export interface RepliedWindow {
  readonly openedAtSeconds: number;
  readonly admitted: number;
  /** How many of these the instance that sends the command has admitted. */
  readonly admittedHere: number;
  /** What the instance sends with its next command: what Redis needs once the share has left. */
  readonly receipt: string;
}

/**
 * Counts requests, each in both windows of a plan or of a reserve, or late rejections of a key, by
 * the clock of Redis, which all instances share. An instance says how many requests of a window it
 * has admitted in all. Redis keeps how many of these it has counted, so it adds once what it missed
 * or lost. This share leaves with the second minute in which the instance sends nothing for the
 * caller: Redis is then told by the instance how much it has counted. Where its last reply was lost,
 * and Redis cannot be reached for as long, what that reply was about is counted twice.
 *
 * The age of a window is that of the instance where this clock was set since, as by a
 * failover. A caller is in one hash, since a script with two keys fails while a cluster moves them.
 *
 * KEYS: the callers. ARGV: the instance; the database, which the script selects itself because
 * ioredis ignores a failed SELECT; and a `Command` for each caller. Returns a `Reply` to each.
 *
 * @param time reads the time, as `TIME` does
 */
export const countScript = (time: string) => `
local instance, database = ARGV[1], ARGV[2]
local time = ${time}
local now = tonumber(time[1])
local now_ms = now * 1000 + math.floor(time[2] / 1000)
if database ~= '0' then redis.call('SELECT', database) end

-- Forgets windows that are over. Of a day, a new minute forgets the shares of the instances that have
-- sent no command in the minute before.
local function forget(key, prefix, is_minute_over, is_day_over, turn)
  local minute_name, day_name = prefix .. 'minute:', prefix .. 'day:'
  local forgotten = {}
  local kept = redis.call('HGETALL', key)
  for i = 1, #kept, 2 do
    local field = kept[i]
    local is_forgotten = is_minute_over and string.find(field, minute_name, 1, true) == 1
    if string.find(field, day_name, 1, true) == 1 then
      local sent = string.match(kept[i + 1], '^%d+ (%d+) %d+$')
      is_forgotten = is_day_over or sent and tonumber(sent) < turn - 1
    end
    if is_forgotten then forgotten[#forgotten + 1] = field end
  end
  for i = 1, #forgotten, 1000 do
    redis.call('HDEL', key, unpack(forgotten, i, math.min(i + 999, #forgotten)))
  end
end

-- How much of a day Redis has counted of an instance that has no share in it: all that the receipt
-- says if the share has left, what came before the share if it is lost, nothing of another day.
local function settled(receipt, id, turn)
  local of, counted, sent, before = string.match(receipt, '^(%S+) (%d+) (%d+) (%d+)$')
  if not id or of ~= id then return 0 end
  return tonumber(tonumber(sent) < turn - 1 and counted or before)
end

local function continue_window(opened, admitted, admitted_here, length, here)
  local is_open_there = here.admittedHere > 0 and here.ageSeconds < length - ${INEXACT_SECONDS}
  local seen = now - here.ageSeconds
  local is_same = is_open_there and here.sharedAtSeconds == opened
  if is_same and math.abs(opened - seen) > ${INEXACT_SECONDS} then opened = seen end
  local is_over = now >= opened + length
  if is_over then admitted, admitted_here = 0, 0 end
  if is_open_there and here.admittedHere > admitted_here then
    if admitted == 0 or opened > seen + ${INEXACT_SECONDS} then opened = seen end
    admitted = admitted + here.admittedHere - admitted_here
    admitted_here = here.admittedHere
  end
  if admitted == 0 or opened > now then opened = now end
  local window = {
    openedAtSeconds = opened, admitted = admitted, admittedHere = admitted_here, receipt = ''
  }
  return window, is_over
end

${APPLY_RULE_LUA}

-- The minute of a key's rejections: when it began and ends, and how many of them were late, such as
-- '1790000000123 1790000060 7'.
local function reject(key, command, resets_at)
  local field = 'rejected:' .. command.apiKeyId
  local kept = { string.match(redis.call('HGET', key, field) or '', '(%d+) (%d+) (%d+)') }
  local minute = {
    beganAtMs = tonumber(kept[1]) or 0,
    endsAtSeconds = tonumber(kept[2]) or 0,
    late = tonumber(kept[3]) or 0,
    nowMs = now_ms,
    nowSeconds = now,
    resetsAtSeconds = resets_at
  }
  apply_rule(minute)
  redis.call('HSET', key, field,
    string.format('%d %d %d', minute.beganAtMs, minute.endsAtSeconds, minute.late))
  return minute.late
end

-- Both windows of a plan, or of a reserve, whose names have the prefix, and which are full.
--
-- The turn of a day is how many minutes it has had. A share of the day is how many requests of the
-- instance are counted, the turn of its last command, and how many were counted before the share.
local function continue_both(key, prefix, here)
  local kept = redis.call('HMGET', key,
    prefix .. 'minute:opened', prefix .. 'minute:used', prefix .. 'minute:' .. instance,
    prefix .. 'day:opened', prefix .. 'day:used', prefix .. 'day:' .. instance,
    prefix .. 'day:turn')
  local id, turn = string.match(kept[7] or '', '^(%S+) (%d+)$')
  turn = tonumber(turn) or 0
  local share, before = string.match(kept[6] or '', '^(%d+) %d+ (%d+)$')
  before = tonumber(before) or settled(here.day.receipt, id, turn)
  local minute, is_minute_over = continue_window(tonumber(kept[1]) or 0, tonumber(kept[2]) or 0,
    tonumber(kept[3]) or 0, ${WINDOW_SECONDS.minute}, here.minute)
  local day, is_day_over = continue_window(tonumber(kept[4]) or 0, tonumber(kept[5]) or 0,
    tonumber(share) or before, ${WINDOW_SECONDS.day}, here.day)
  if is_day_over or not id then
    -- The microsecond tells a day from another one, also from one that Redis has just lost.
    id, turn, before = string.format('%x', now * 1000000 + time[2]), 0, 0
  end
  if is_minute_over then turn = turn + 1 end
  local is_new_turn = is_minute_over or turn == 0
  if is_minute_over or is_day_over then
    forget(key, prefix, is_minute_over, is_day_over, turn)
  end
  local is_day_full = here.day.limit > 0 and day.admitted >= here.day.limit
  local is_minute_full = minute.admitted >= here.minute.limit
  return {
    minute = minute, day = day, prefix = prefix, has_day = here.day.limit > 0,
    is_day_full = is_day_full, is_minute_full = is_minute_full,
    is_full = is_day_full or is_minute_full,
    id = id, turn = turn, is_new_turn = is_new_turn, before = before
  }
end

-- Returns the later end: a hash that expired with its day would lose the count of its minute.
local function save_both(key, both, admitted)
  local minute, day, prefix = both.minute, both.day, both.prefix
  for _, window in ipairs({ minute, day }) do
    window.admitted = window.admitted + admitted
    window.admittedHere = window.admittedHere + admitted
  end
  local share = string.format('%d %d %d', day.admittedHere, both.turn, both.before)
  day.receipt = both.id .. ' ' .. share
  redis.call('HSET', key,
    prefix .. 'minute:opened', minute.openedAtSeconds, prefix .. 'minute:used', minute.admitted,
    prefix .. 'minute:' .. instance, minute.admittedHere,
    prefix .. 'day:opened', day.openedAtSeconds, prefix .. 'day:used', day.admitted,
    prefix .. 'day:' .. instance, share)
  if both.is_new_turn then redis.call('HSET', key, prefix .. 'day:turn', both.id .. ' ' .. both.turn) end
  both.minute_ends_at = minute.openedAtSeconds + ${WINDOW_SECONDS.minute}
  both.day_ends_at = day.openedAtSeconds + ${WINDOW_SECONDS.day}
  if not both.has_day then return both.minute_ends_at end
  return math.max(both.minute_ends_at, both.day_ends_at)
end

local function shown(both)
  return { minute = both.minute, day = both.day }
end

local function count(key, command)
  if math.abs(now_ms - command.sentAtMs) > ${MAX_DELAY_MS} then
    return cjson.encode({ kind = 'notCounted', nowMs = now_ms })
  end
  if command.forgetsRejections then redis.call('HDEL', key, 'rejected:' .. command.apiKeyId) end
  local plan = continue_both(key, '', command)
  local counted, reserve, here = plan, nil, command.reserve
  if here then
    local is_needed = here.isUsable and plan.is_full
    if is_needed or here.minute.admittedHere + here.day.admittedHere > 0 then
      reserve = continue_both(key, 'reserve-', here)
    end
    if is_needed then counted = reserve end
  end
  local admitted = counted.is_full and 0 or command.amount
  local ends_at = save_both(key, plan, counted == plan and admitted or 0)
  if reserve then
    ends_at = math.max(ends_at, save_both(key, reserve, counted == reserve and admitted or 0))
  end
  local late = 0
  if admitted < command.amount and command.apiKeyId ~= '' then
    -- The later end of those that are full, as the caller is told.
    local resets_at = counted.is_minute_full and counted.minute_ends_at or counted.day_ends_at
    if counted.is_day_full then resets_at = math.max(resets_at, counted.day_ends_at) end
    late = reject(key, command, resets_at)
    ends_at = math.max(ends_at, now + ${WINDOW_SECONDS.minute})
  end
  -- Only ever later: a reserve may end after what this command is about.
  if ends_at - now > redis.call('TTL', key) then redis.call('EXPIRE', key, ends_at - now) end
  return cjson.encode({
    kind = 'counted', nowMs = now_ms, admitted = admitted, lateRejections = late,
    minute = plan.minute, day = plan.day,
    reserve = reserve and shown(reserve), isOfReserve = counted == reserve
  })
end

local replies = {}
for i, key in ipairs(KEYS) do replies[i] = count(key, cjson.decode(ARGV[i + 2])) end
return replies
`;
