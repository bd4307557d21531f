import { WINDOW_SECONDS } from './window.ts';

/*
 * What runs in Redis, each in one round trip and by the clock of Redis, which all instances share. The
 * usage of a caller is a hash, which expires when the last of its windows is over. The rejections of its
 * keys are in the same hash, since a command on two keys fails while a cluster moves their slot. Anonymous
 * callers have no day, whose limit is 0 then, and no key whose rejections could be counted.
 */

/** Reads and writes the usage of a caller, in variables, which are quicker than tables. As in window.ts. */
const USAGE = `
local now = tonumber(redis.call('TIME')[1])
local function read(key)
  return redis.call('HMGET', key, 'minute_opened', 'minute_used', 'day_opened', 'day_used')
end
local function refresh(opened, used, length)
  opened, used = tonumber(opened) or 0, tonumber(used) or 0
  if now >= opened + length then used = 0 end
  if used == 0 or opened > now then opened = now end
  return opened, used
end
local function write(key, kept, minute_opened, minute_used, day_opened, day_used, day_limit)
  if tonumber(kept[1]) == minute_opened and tonumber(kept[3]) == day_opened then
    -- It expires at the same time as before.
    redis.call('HSET', key, 'minute_used', minute_used, 'day_used', day_used)
    return
  end
  redis.call('HSET', key, 'minute_opened', minute_opened, 'minute_used', minute_used,
    'day_opened', day_opened, 'day_used', day_used)
  -- Not with the day alone: the minute would be refunded when the day ends.
  local last = minute_opened + ${WINDOW_SECONDS.minute}
  if day_limit > 0 then last = math.max(last, day_opened + ${WINDOW_SECONDS.day}) end
  redis.call('EXPIRE', key, last - now)
end
`;

/** What ages differ by that are measured in whole seconds by two clocks. */
export const INEXACT_SECONDS = 2;

/** In place of the id of a key, for a request that is not counted. */
export const PEEK = -1;

/**
 * Counts requests of several callers, each in its order. A caller that fails, as one does whose key is of
 * another type, fails alone. Where Redis has lost a count, as after a restart, a failover or an eviction,
 * what the instance knows applies.
 *
 * KEYS: usage of each caller.
 * ARGV: JSON with how many rejections lead to a ban, and are counted from the beginning after it; then for
 * each caller the limit per minute, the limit per day, for the minute and then for the day the age in
 * seconds and the usage that the instance knows of; and for each of its requests the id of the key whose
 * rejections are counted.
 * Returns the time, and for each caller a list: when its minute and its day were opened, and for each of its
 * requests what is used of the minute and of the day, and how many requests of the key were rejected. In
 * place of the list there may be an error.
 */
export const COUNT_REQUESTS = `${USAGE}
local requests = cjson.decode(ARGV[1])
local ban_after = requests[1]
local function restore(opened, used, age, known, length)
  if known == 0 or age >= length - ${INEXACT_SECONDS} then return opened, used end
  if used == 0 or opened > now - age + ${INEXACT_SECONDS} then opened = now - age end
  return opened, math.max(used, known)
end
-- The rejections of a key in each second, as in '1790000000:2 1790000007:1', the latest at the end.
local function is_recent(second)
  return tonumber(second) > now - ${WINDOW_SECONDS.minute} and tonumber(second) <= now
end
local function forget_rejections(key)
  if redis.call('HLEN', key) <= 4 then return end
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    local latest = string.match(fields[i + 1], '(%d+):%d+$')
    if latest and not is_recent(latest) then redis.call('HDEL', key, fields[i]) end
  end
end
local function count_rejection(key, field, last)
  local sum, in_this_second, recent = 1, 1, ''
  for second, count in string.gmatch(redis.call('HGET', key, field) or '', '(%d+):(%d+)') do
    if is_recent(second) then sum = sum + count end
    if tonumber(second) == now then in_this_second = count + 1
    elseif is_recent(second) then recent = recent .. second .. ':' .. count .. ' ' end
  end
  if sum >= ban_after then
    redis.call('HDEL', key, field)
    return sum
  end
  redis.call('HSET', key, field, recent .. now .. ':' .. in_this_second)
  redis.call('EXPIRE', key, last - now)
  return sum
end
local function count(key, caller)
  local kept = read(key)
  local minute_opened, minute_used = refresh(kept[1], kept[2], ${WINDOW_SECONDS.minute})
  local day_opened, day_used = refresh(kept[3], kept[4], ${WINDOW_SECONDS.day})
  minute_opened, minute_used =
    restore(minute_opened, minute_used, caller[3], caller[4], ${WINDOW_SECONDS.minute})
  day_opened, day_used = restore(day_opened, day_used, caller[5], caller[6], ${WINDOW_SECONDS.day})
  local minute_limit, day_limit = caller[1], caller[2]
  local reply, admitted, rejected = { minute_opened, day_opened }, 0, {}
  for i = 7, #caller do
    local is_counted = caller[i] ~= ${PEEK}
    local has_room = minute_used < minute_limit and (day_limit == 0 or day_used < day_limit)
    if is_counted and has_room then
      minute_used, day_used, admitted = minute_used + 1, day_used + 1, admitted + 1
    elseif is_counted then
      table.insert(rejected, i)
    end
    local place = 3 * (i - 6)
    reply[place] = minute_used
    reply[place + 1] = day_used
    reply[place + 2] = 0
  end
  if admitted > 0 then
    write(key, kept, minute_opened, minute_used, day_opened, day_used, day_limit)
    if minute_used == admitted then forget_rejections(key) end
  end
  for _, i in ipairs(rejected) do
    local last = math.max(now, minute_opened) + ${WINDOW_SECONDS.minute}
    if day_used > 0 then last = math.max(last, day_opened + ${WINDOW_SECONDS.day}) end
    local field = 'rejections:' .. caller[i]
    reply[3 * (i - 6) + 2] = day_limit > 0 and count_rejection(key, field, last) or 1
  end
  return reply
end
local replies = { now }
for i, key in ipairs(KEYS) do
  local is_counted, reply = pcall(count, key, requests[i + 1])
  replies[i + 1] = is_counted and reply or reply.err or reply
end
return replies
`;

/**
 * Adds what an instance has counted by itself. A window that is over by now is left out. Where Redis
 * has lost its own count, as after a restart, that of the instance applies.
 *
 * KEYS: usage of the caller. ARGV: for the minute and then for the day the age in seconds, what was
 * used, and how much of that is to be added; 0 for callers without a day, otherwise 1.
 */
export const MERGE_USAGE = `${USAGE}
local function merge(opened, used, age, own_used, unshared, length)
  age, own_used, unshared = tonumber(age), tonumber(own_used), tonumber(unshared)
  if unshared == 0 or age >= length then return opened, used end
  if used == 0 then opened = now - age end
  return opened, math.max(used + unshared, own_used)
end
local kept = read(KEYS[1])
local minute_opened, minute_used = refresh(kept[1], kept[2], ${WINDOW_SECONDS.minute})
local day_opened, day_used = refresh(kept[3], kept[4], ${WINDOW_SECONDS.day})
minute_opened, minute_used =
  merge(minute_opened, minute_used, ARGV[1], ARGV[2], ARGV[3], ${WINDOW_SECONDS.minute})
day_opened, day_used =
  merge(day_opened, day_used, ARGV[4], ARGV[5], ARGV[6], ${WINDOW_SECONDS.day})
write(KEYS[1], kept, minute_opened, minute_used, day_opened, day_used, tonumber(ARGV[7]))
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
