import type { Result } from 'ioredis';
import { WINDOW_SECONDS } from '../index.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequests(keys: number, ...keysAndArgs: string[]): Result<string[], Context>;
  }
}

/** How far two clocks that count whole seconds can disagree about an age. */
export const INEXACT_SECONDS = 2;

/** What Redis is asked about a caller, as JSON. 0 means no limit, or no key. */
export interface Question {
  readonly amount: 0 | 1;
  readonly apiKeyId: number;
  readonly banAfter: number;
  readonly minute: AskedWindow;
  readonly day: AskedWindow;
}

/** A window as this instance knows it. It has an age, since the clock of Redis may differ. */
interface AskedWindow {
  readonly limit: number;
  readonly ageSeconds: number;
  readonly admittedHere: number;
}

/** What Redis replies, as JSON. */
export interface Reply {
  readonly nowSeconds: number;
  readonly isRejected: boolean;
  readonly isBan: boolean;
  readonly minute: RepliedWindow;
  readonly day: RepliedWindow;
}

/** A window as Redis knows it, by its own clock. */
export interface RepliedWindow {
  readonly openedAtSeconds: number;
  readonly admitted: number;
  /** How many of these the instance that asks has admitted. */
  readonly admittedHere: number;
}

/**
 * Counts requests, each in both windows, or rejections of a key, by the clock of Redis, which all
 * instances share. An instance says how many requests of a window it has admitted in all. Redis
 * keeps how many of these it has counted, so it adds once what it missed or lost. A caller is in
 * one hash, since a script with two keys fails while a cluster moves them.
 *
 * KEYS: the callers. ARGV: the instance; the database, which the script selects itself because
 * ioredis ignores a failed SELECT; and a `Question` about each caller. Returns a `Reply` to each.
 */
export const COUNT_REQUESTS = `
local instance, database = ARGV[1], ARGV[2]
local now = tonumber(redis.call('TIME')[1])
if database ~= '0' then redis.call('SELECT', database) end

local function forget(key, prefix)
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.find(field, prefix, 1, true) == 1 then redis.call('HDEL', key, field) end
  end
end

local function continue_window(key, name, length, asked)
  local kept = redis.call('HMGET', key, name .. ':opened', name .. ':used', name .. ':' .. instance)
  local opened = tonumber(kept[1]) or 0
  local admitted = tonumber(kept[2]) or 0
  local admitted_here = tonumber(kept[3]) or 0
  if now >= opened + length then
    forget(key, name .. ':')
    admitted, admitted_here = 0, 0
  end
  if asked.admittedHere > 0 and asked.ageSeconds < length - ${INEXACT_SECONDS} then
    local seen = now - asked.ageSeconds
    if admitted == 0 or opened > seen + ${INEXACT_SECONDS} then opened = seen end
    admitted = admitted + math.max(0, asked.admittedHere - admitted_here)
    admitted_here = math.max(admitted_here, asked.admittedHere)
  end
  if admitted == 0 or opened > now then opened = now end
  return { openedAtSeconds = opened, admitted = admitted, admittedHere = admitted_here }
end

local function save(key, name, window, admitted)
  window.admitted = window.admitted + admitted
  window.admittedHere = window.admittedHere + admitted
  redis.call('HSET', key, name .. ':opened', window.openedAtSeconds,
    name .. ':used', window.admitted, name .. ':' .. instance, window.admittedHere)
end

local function reject(key, asked)
  -- Rejections by second, for the last minute, such as '1790000000:2 1790000007:1'.
  local field = 'rejected:' .. asked.apiKeyId
  local sum, in_this_second = 1, 1
  local recent = ''
  for second, count in string.gmatch(redis.call('HGET', key, field) or '', '(%d+):(%d+)') do
    local age = now - second
    if age == 0 then in_this_second = count + 1 end
    if age >= 0 and age < ${WINDOW_SECONDS.minute} then
      sum = sum + count
      if age > 0 then recent = recent .. second .. ':' .. count .. ' ' end
    end
  end
  local is_ban = sum >= asked.banAfter
  redis.call('HSET', key, field, is_ban and '' or recent .. now .. ':' .. in_this_second)
  return is_ban
end

local function count(key, asked)
  local minute = continue_window(key, 'minute', ${WINDOW_SECONDS.minute}, asked.minute)
  local day = continue_window(key, 'day', ${WINDOW_SECONDS.day}, asked.day)
  local is_day_full = asked.day.limit > 0 and day.admitted >= asked.day.limit
  local is_full = is_day_full or minute.admitted >= asked.minute.limit
  local is_rejected = is_full and asked.amount == 1
  local is_ban = false
  save(key, 'minute', minute, is_full and 0 or asked.amount)
  save(key, 'day', day, is_full and 0 or asked.amount)

  local ends_at = minute.openedAtSeconds + ${WINDOW_SECONDS.minute}
  -- The later end: a hash that expired with its day would lose the count of its minute.
  if asked.day.limit > 0 then
    ends_at = math.max(ends_at, day.openedAtSeconds + ${WINDOW_SECONDS.day})
  end
  if is_rejected and asked.apiKeyId > 0 then
    is_ban = reject(key, asked)
    ends_at = math.max(ends_at, now + ${WINDOW_SECONDS.minute})
  end
  redis.call('EXPIRE', key, ends_at - now)
  return cjson.encode({
    nowSeconds = now, isRejected = is_rejected, isBan = is_ban, minute = minute, day = day
  })
end

local replies = {}
for i, key in ipairs(KEYS) do replies[i] = count(key, cjson.decode(ARGV[i + 2])) end
return replies
`;
