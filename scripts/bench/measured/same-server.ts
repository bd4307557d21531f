import { randomBytes, randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { openBareStore } from './bare-store.ts';
import { anonymousCaller, type Caller, count, readCallers, remaining } from './callers.ts';
import * as errors from './errors.ts';
import { isList, petIdIn, readListRequest, readNewPet } from './requests.ts';

/*
 * The same responses as the service's, hand-written on node:http and the raw driver. It looks keys up
 * in memory, counts two limits, sends the same headers and logs a line per response. It validates only
 * what the benchmark sends, its integers are doubles, and it ignores Idempotency-Key.
 */

const { DATABASE_URL = '', PORT, BENCH_CALLERS = '' } = process.env;
const HOST = hostname();
const FIXED_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
const DEPRECATED = {
  deprecation: '@1795219200',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};
const CHALLENGE = 'Bearer realm="Animal Store"';

const store = openBareStore(DATABASE_URL);
const callers = readCallers(BENCH_CALLERS);
const anonymous = anonymousCaller();

createServer(async (request, response) => {
  const startMs = performance.now();
  const requestId = randomUUID();
  const caller = callers.get(request.headers.authorization ?? '') ?? anonymous;
  const headers = { ...FIXED_HEADERS, 'x-request-id': requestId };
  const bodyBytes = await respond(request, response, caller, headers);
  const durationMs = performance.now() - startMs;
  log(request, response, requestId, caller, { bodyBytes, durationMs });
}).listen(Number(PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit());

/** @returns the size of the body */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  caller: Caller,
  fixed: object,
) {
  const { url = '', method } = request;
  const now = Math.floor(Date.now() / 1_000);
  if (caller.bannedUntil > now) {
    const headers = {
      ...fixed,
      ...limitHeaders(caller, now),
      'retry-after': caller.bannedUntil - now,
    };
    return send(response, 429, headers, errors.banned(caller, now));
  }
  const least = count(caller, now);
  const headers = { ...fixed, ...limitHeaders(caller, now) };
  if (caller === anonymous) return rejectAnonymous(request, response, headers);
  if (least.used > least.limit) {
    const retryAfter = { 'retry-after': least.opensAgainAt - now };
    return send(response, 429, { ...headers, ...retryAfter }, errors.overLimit(least, now));
  }
  if (method === 'POST') return createPet(request, response, headers);
  if (isList(url)) return listPets(url, response, headers);
  return getPet(petIdIn(url), response, { ...headers, ...DEPRECATED });
}

function rejectAnonymous(request: IncomingMessage, response: ServerResponse, headers: object) {
  return request.headers.authorization === undefined
    ? send(response, 401, { ...headers, 'www-authenticate': CHALLENGE }, errors.MISSING_KEY)
    : send(
        response,
        401,
        { ...headers, 'www-authenticate': `${CHALLENGE}, error="invalid_token"` },
        errors.INVALID_KEY,
      );
}

async function getPet(id: number, response: ServerResponse, headers: object) {
  const pet = await store.get(id);
  return pet
    ? send(response, 200, headers, pet)
    : send(response, 404, headers, errors.petNotFound(id));
}

async function listPets(url: string, response: ServerResponse, headers: object) {
  const { limit, after, status, search } = readListRequest(url);
  if (limit === 0) return send(response, 400, headers, errors.INVALID_LIMIT);
  const pets = await store.list(after, limit + 1, status);
  if (pets.length <= limit) return send(response, 200, headers, pets);
  pets.pop();
  const bytes = Buffer.alloc(12);
  bytes.writeBigInt64BE(BigInt(pets.at(-1)?.id ?? 0));
  search.set('cursor', bytes.toString('base64url'));
  return send(response, 200, { ...headers, link: `</v1/pets?${search}>; rel="next"` }, pets);
}

async function createPet(request: IncomingMessage, response: ServerResponse, headers: object) {
  const pet = await readNewPet(request);
  if (typeof pet === 'string') return send(response, 400, headers, errors.invalidBody(pet));
  const id = await store.create(pet);
  return send(response, 201, { ...headers, location: `/v1/pets/${id}` }, { id, ...pet });
}

function send(response: ServerResponse, status: number, headers: object, body: unknown) {
  const text = JSON.stringify(body);
  const bodyBytes = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, 'content-length': bodyBytes });
  response.end(text);
  return bodyBytes;
}

function limitHeaders(caller: Caller, now: number) {
  const { windows, bannedUntil } = caller;
  const least = windows.reduce((one, other) => (remaining(other) <= remaining(one) ? other : one));
  return {
    'x-ratelimit-limit': least.limit,
    'x-ratelimit-remaining': remaining(least),
    'x-ratelimit-reset': bannedUntil || least.opensAgainAt,
    'ratelimit-policy': windows.map((w) => `"${w.name}";q=${w.limit};w=${w.seconds}`).join(', '),
    ratelimit: windows
      .map((window) => `"${window.name}";r=${remaining(window)};t=${window.opensAgainAt - now}`)
      .join(', '),
  };
}

/** Logs a line with the fields of the service's. */
function log(
  { headers, socket, httpVersion, method }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { id }: Caller,
  { bodyBytes, durationMs }: { readonly bodyBytes: number; readonly durationMs: number },
) {
  const [, traceId, parentSpanId] = String(headers.traceparent).split('-');
  const line = {
    severity_text: 'INFO',
    severity_number: 9,
    timestamp: new Date(),
    'process.pid': process.pid,
    'host.name': HOST,
    trace_id: traceId ?? randomBytes(16).toString('hex'),
    span_id: randomBytes(8).toString('hex'),
    trace_flags: '00',
    parent_span_id: parentSpanId,
    'animal_store.request.id': requestId,
    'client.address': socket.remoteAddress,
    'network.protocol.version': httpVersion,
    'http.request.method': method,
    'http.route': '/v1/pets',
    'animal_store.api_key.id': id,
    'http.response.status_code': response.statusCode,
    'http.response.body.size': bodyBytes,
    'http.server.request.duration': durationMs / 1_000,
    body: 'request completed',
  };
  writeSync(1, `${JSON.stringify(line)}\n`);
}
