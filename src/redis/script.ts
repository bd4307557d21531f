import type { Result } from 'ioredis';
import { WINDOW_SECONDS } from '../limits/index.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequests(keys: number, ...keysAndArgs: string[]): Result<string[], Context>;
  }
}

/** What ages differ by that are measured in whole seconds by two clocks. */
export const INEXACT_SECONDS = 2;

/**
 * Counts requests, each in both windows, or a rejection of its key, by the clock of Redis, which all instances share. Each
 * instance says how many it has admitted in a window in all, of which Redis keeps how many it knows. So what the
 * instance has counted by itself, and what Redis has lost, is added with the next request, and once. All of a caller
 * is in one hash, since a script with two keys fails while a cluster moves them. It expires with its last window.
 *
 * KEYS: the callers. ARGV: the instance; in JSON the arguments of `count` for each request, of which a limit per day,
 * or a key, of 0 is none; and the database, since where SELECT fails a connection stays with another one. Returns for
 * each request one text, which costs a fraction of nine numbers.
 */
export const COUNT_REQUESTS = `
local instance, now = ARGV[1], tonumber(redis.call('TIME')[1])
if ARGV[3] ~= '0' then redis.call('SELECT', ARGV[3]) end
local minute, day = 'minute:' .. instance, 'day:' .. instance

local function forget(key, window)
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if string.find(field, window, 1, true) == 1 then redis.call('HDEL', key, field) end
  end
end

local function continue(key, window, length, opened, used, counted, age, own)
  opened, used, counted = tonumber(opened) or 0, tonumber(used) or 0, tonumber(counted) or 0
  if now >= opened + length then
    forget(key, window)
    used, counted = 0, 0
  end
  if own > 0 and age < length - ${INEXACT_SECONDS} then
    if used == 0 or opened > now - age + ${INEXACT_SECONDS} then opened = now - age end
    used = used + math.max(0, own - counted)
    counted = math.max(counted, own)
  end
  if used == 0 or opened > now then opened = now end
  return opened, used, counted
end

local function count(key, amount, minute_limit, day_limit, api_key_id, ban_after,
    minute_age, minute_own, day_age, day_own)
  local kept = redis.call('HMGET', key, 'minute:opened', 'minute:used', minute, 'day:opened', 'day:used', day)
  local minute_opened, minute_used, minute_counted =
    continue(key, 'minute:', ${WINDOW_SECONDS.minute}, kept[1], kept[2], kept[3], minute_age, minute_own)
  local day_opened, day_used, day_counted =
    continue(key, 'day:', ${WINDOW_SECONDS.day}, kept[4], kept[5], kept[6], day_age, day_own)

  local is_full = minute_used >= minute_limit or day_limit > 0 and day_used >= day_limit
  if not is_full then
    minute_used, minute_counted = minute_used + amount, minute_counted + amount
    day_used, day_counted = day_used + amount, day_counted + amount
  end
  redis.call('HSET', key, 'minute:opened', minute_opened, 'minute:used', minute_used, minute, minute_counted,
    'day:opened', day_opened, 'day:used', day_used, day, day_counted)

  local last, is_rejected, is_ban = minute_opened + ${WINDOW_SECONDS.minute}, is_full and amount or 0, 0
  -- Not with the day alone: the minute would be refunded when the day ends.
  if day_limit > 0 then last = math.max(last, day_opened + ${WINDOW_SECONDS.day}) end
  if is_rejected == 1 and api_key_id > 0 then
    -- How many in which of the last 60 seconds, as in '1790000000:2 1790000007:1'.
    local field, sum, in_this_second, recent = 'rejected:' .. api_key_id, 1, 1, ''
    for second, count in string.gmatch(redis.call('HGET', key, field) or '', '(%d+):(%d+)') do
      local age = now - second
      if age >= 0 and age < ${WINDOW_SECONDS.minute} then sum = sum + count end
      if age == 0 then in_this_second = count + 1 end
      if age > 0 and age < ${WINDOW_SECONDS.minute} then recent = recent .. second .. ':' .. count .. ' ' end
    end
    is_ban = sum >= ban_after and 1 or 0
    redis.call('HSET', key, field, is_ban == 1 and '' or recent .. now .. ':' .. in_this_second)
    last = math.max(last, now + ${WINDOW_SECONDS.minute})
  end
  redis.call('EXPIRE', key, last - now)
  return table.concat({ now, is_rejected, is_ban, minute_opened, minute_used, minute_counted,
    day_opened, day_used, day_counted }, ' ')
end

local replies = {}
for i, request in ipairs(cjson.decode(ARGV[2])) do replies[i] = count(KEYS[i], unpack(request)) end
return replies
`;
