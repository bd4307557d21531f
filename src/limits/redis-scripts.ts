import { WINDOW_SECONDS } from './window.ts';

/*
 * What runs in Redis, each in one round trip and by the clock of Redis, which all instances share. The
 * usage of a caller is a hash, which expires when the last of its windows is over. The rejections of its
 * keys are in the same hash, since a command on two keys fails while a cluster moves their slot. Anonymous
 * callers have no day, whose limit is 0 then, and no key whose rejections could be counted.
 */

/** Reads the usage of a caller from KEYS[1]. The same as refresh in window.ts. */
const READ_USAGE = `
local now = tonumber(redis.call('TIME')[1])
local function read(opened, used, length)
  opened, used = tonumber(opened or 0), tonumber(used or 0)
  if now >= opened + length then used = 0 end
  if used == 0 or opened > now then opened = now end
  return opened, used
end
local usage = redis.call('HMGET', KEYS[1], 'minute_opened', 'minute_used', 'day_opened', 'day_used')
local minute_opened, minute_used = read(usage[1], usage[2], ${WINDOW_SECONDS.minute})
local day_opened, day_used = read(usage[3], usage[4], ${WINDOW_SECONDS.day})
local function write(day_limit)
  redis.call('HSET', KEYS[1], 'minute_opened', minute_opened, 'minute_used', minute_used,
    'day_opened', day_opened, 'day_used', day_used)
  -- Not with the day alone: the minute would be refunded when the day ends.
  local last = minute_opened + ${WINDOW_SECONDS.minute}
  if day_limit > 0 then last = math.max(last, day_opened + ${WINDOW_SECONDS.day}) end
  redis.call('EXPIRE', KEYS[1], last - now)
end
`;

/** What ages differ by that are measured in whole seconds by two clocks. */
export const INEXACT_SECONDS = 2;

/**
 * Where Redis has lost a count, as after a restart, a failover or an eviction, what the instance knows
 * applies.
 *
 * KEYS: usage of the caller.
 * ARGV: limit per minute, limit per day, 1 to count or 0 to peek, how many rejections lead to a ban, and
 * are counted from the beginning after it; for the minute and then for the day the age in seconds and the
 * usage that the instance knows of; the id of the key whose rejections are counted.
 */
export const COUNT_REQUEST = `${READ_USAGE}
local function restore(opened, used, age, known, length)
  age, known = tonumber(age), tonumber(known)
  if known == 0 or age >= length - ${INEXACT_SECONDS} then return opened, used end
  if used == 0 or opened > now - age + ${INEXACT_SECONDS} then opened = now - age end
  return opened, math.max(used, known)
end
minute_opened, minute_used =
  restore(minute_opened, minute_used, ARGV[5], ARGV[6], ${WINDOW_SECONDS.minute})
day_opened, day_used = restore(day_opened, day_used, ARGV[7], ARGV[8], ${WINDOW_SECONDS.day})
local day_limit = tonumber(ARGV[2])
local has_room = minute_used < tonumber(ARGV[1]) and (day_limit == 0 or day_used < day_limit)
-- The rejections of a key in each second, as in '1790000000:2 1790000007:1', the latest at the end.
local function is_recent(second)
  return tonumber(second) > now - ${WINDOW_SECONDS.minute} and tonumber(second) <= now
end
local function forget_rejections()
  if redis.call('HLEN', KEYS[1]) <= 4 then return end
  local fields = redis.call('HGETALL', KEYS[1])
  for i = 1, #fields, 2 do
    local latest = string.match(fields[i + 1], '(%d+):%d+$')
    if latest and not is_recent(latest) then redis.call('HDEL', KEYS[1], fields[i]) end
  end
end
local function count_rejection(field)
  local sum, in_this_second, recent = 1, 1, ''
  for second, count in string.gmatch(redis.call('HGET', KEYS[1], field) or '', '(%d+):(%d+)') do
    if is_recent(second) then sum = sum + count end
    if tonumber(second) == now then in_this_second = count + 1
    elseif is_recent(second) then recent = recent .. second .. ':' .. count .. ' ' end
  end
  if sum >= tonumber(ARGV[4]) then
    redis.call('HDEL', KEYS[1], field)
    return sum
  end
  redis.call('HSET', KEYS[1], field, recent .. now .. ':' .. in_this_second)
  local last = math.max(now, minute_opened) + ${WINDOW_SECONDS.minute}
  if day_used > 0 then last = math.max(last, day_opened + ${WINDOW_SECONDS.day}) end
  redis.call('EXPIRE', KEYS[1], last - now)
  return sum
end
local rejections = 0
if ARGV[3] == '1' and has_room then
  minute_used, day_used = minute_used + 1, day_used + 1
  write(day_limit)
  if minute_used == 1 then forget_rejections() end
elseif ARGV[3] == '1' and day_limit > 0 then
  rejections = count_rejection('rejections:' .. ARGV[9])
elseif ARGV[3] == '1' then
  rejections = 1
end
return {now, minute_opened, minute_used, day_opened, day_used, rejections}
`;

/**
 * Adds what an instance has counted by itself. A window that is over by now is left out. Where Redis
 * has lost its own count, as after a restart, that of the instance applies.
 *
 * KEYS: usage of the caller. ARGV: for the minute and then for the day the age in seconds, what was
 * used, and how much of that is to be added; 0 for callers without a day, otherwise 1.
 */
export const MERGE_USAGE = `${READ_USAGE}
local function merge(opened, used, age, own_used, unshared, length)
  age, own_used, unshared = tonumber(age), tonumber(own_used), tonumber(unshared)
  if unshared == 0 or age >= length then return opened, used end
  if used == 0 then opened = now - age end
  return opened, math.max(used + unshared, own_used)
end
minute_opened, minute_used =
  merge(minute_opened, minute_used, ARGV[1], ARGV[2], ARGV[3], ${WINDOW_SECONDS.minute})
day_opened, day_used =
  merge(day_opened, day_used, ARGV[4], ARGV[5], ARGV[6], ${WINDOW_SECONDS.day})
write(tonumber(ARGV[7]))
`;

/** Does whatever counting does to KEYS[1], and leaves nothing. */
export const CHECK = `
local now = redis.call('TIME')[1]
redis.call('HSET', KEYS[1], 'used', now)
redis.call('EXPIRE', KEYS[1], 1)
redis.call('HMGET', KEYS[1], 'used')
redis.call('HGET', KEYS[1], 'used')
redis.call('HLEN', KEYS[1])
redis.call('HGETALL', KEYS[1])
redis.call('HDEL', KEYS[1], 'used')
`;
