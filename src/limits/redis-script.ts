import type { Result } from 'ioredis';
import { type Usage, WINDOW_SECONDS } from './counters.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(key: string, instance: string, request: string): Result<string, Context>;
  }
}

/** What the script returns, as the clock of the instance has it. */
export interface SharedCount extends Usage {
  readonly nowSeconds: number;
  readonly isRejected: boolean;
  readonly isBan: boolean;
}

/** What two clocks differ by that agree, in whole seconds, and with the time that a request takes. */
const INEXACT_SECONDS = 2;

/**
 * Counts a request in both windows, or a rejection of its key, by the clock of Redis, which all instances share. Each
 * instance says how many it has admitted in a window in all, of which Redis keeps how many it knows. So what the
 * instance has counted by itself, and what Redis has lost, is added with the next request, and once. All of a caller
 * is in one key, since a script with two fails while a cluster moves them. It expires with its last window.
 *
 * KEYS: the caller. ARGV: the instance, and the request in JSON, in which 0 stands for no limit per day, and for no key
 * whose rejections are counted. Its times, and those of the response, are by the clock of the instance, so that headers
 * agree with their `Date` and with bans.
 */
const COUNT_REQUEST = `
local instance, request = ARGV[1], cjson.decode(ARGV[2])
local time = redis.call('TIME')[1]
local now = tonumber(time)
local ahead = request.nowSeconds - now
if math.abs(ahead) <= ${INEXACT_SECONDS} then ahead = 0 end
local usage = cjson.decode(redis.call('GET', KEYS[1]) or '{}')

local function continue(name, length)
  local window, known = usage[name], request[name]
  if not window or now >= window.opened + length then window = { opened = now, used = 0 } end
  local counted, age = window[instance] or 0, request.nowSeconds - known.openedAtSeconds
  if known.own > counted and age < length - ${INEXACT_SECONDS} then
    if window.used == 0 or window.opened > now - age + ${INEXACT_SECONDS} then window.opened = now - age end
    window.used, counted = window.used + known.own - counted, known.own
  end
  if window.used == 0 or window.opened > now then window.opened = now end
  window[instance], usage[name] = counted, window
  return window
end

local minute = continue('minute', ${WINDOW_SECONDS.minute})
local day = continue('day', ${WINDOW_SECONDS.day})
local has_day = request.perDay > 0
local is_full = minute.used >= request.perMinute or has_day and day.used >= request.perDay
for _, window in ipairs({ minute, day }) do
  local admitted = is_full and 0 or request.amount
  window.used, window[instance] = window.used + admitted, window[instance] + admitted
end

local last, is_rejected, is_ban = minute.opened + ${WINDOW_SECONDS.minute}, is_full and request.amount == 1, false
-- Not with the day alone: the minute would be refunded when the day ends.
if has_day then last = math.max(last, day.opened + ${WINDOW_SECONDS.day}) end
if is_rejected and request.apiKeyId > 0 then
  -- How many in which of the last 60 seconds.
  local name, sum, recent = 'rejected:' .. request.apiKeyId, 1, { [time] = 1 }
  for second, count in pairs(usage[name] or {}) do
    local age = now - second
    if age >= 0 and age < ${WINDOW_SECONDS.minute} then
      sum, recent[second] = sum + count, count + (recent[second] or 0)
    end
  end
  is_ban = sum >= request.banAfter
  usage[name] = not is_ban and recent or nil
  last = math.max(last, now + ${WINDOW_SECONDS.minute})
end
redis.call('SET', KEYS[1], cjson.encode(usage), 'EX', last - now)

local function describe(window)
  return { openedAtSeconds = window.opened + ahead, used = window.used, own = window[instance] }
end
return cjson.encode({ nowSeconds = now + ahead, minute = describe(minute), day = describe(day),
  isRejected = is_rejected, isBan = is_ban })
`;

export const SCRIPTS = { countRequest: { lua: COUNT_REQUEST, numberOfKeys: 1 } };
